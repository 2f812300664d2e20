import { useTexts } from '../texts/language.tsx'
import { queueTexts } from './queue-texts.ts'

/** The queues that have a page, by the last part of its address. */
export const QUEUE_PAGES = {
  kyc: 'core/kyc',
  'failed-jobs': 'core/failed-jobs',
  'wallet-tasks': 'core/wallet-tasks',
  transfers: 'funding/transfers',
  acts: 'funding/acts',
  disputes: 'funding/disputes',
  suspense: 'funding/suspense',
} as const
/** The last part of the address of a queue. */
export type QueuePath = keyof typeof QUEUE_PAGES

/** Where a queue is decided; null: on no page of the console. */
export const pathOfQueue = (queue: string): string | null => {
  const found = Object.entries(QUEUE_PAGES).find(([, id]) => id === queue)
  return found ? `/work/${found[0]}` : null
}

/** What queues are called. Those of other plugins have the name that these give. */
export function useQueueNames(): (queue: { readonly queue: string; readonly title: string }) => string {
  const names: Readonly<Record<string, string>> = useTexts(queueTexts)
  return ({ queue, title }) => names[queue] ?? title
}
