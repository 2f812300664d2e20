import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { QUEUE_PAGES, type QueuePath } from '../../alerts/queue-names.ts'
import { queueTexts } from '../../alerts/queue-texts.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { Page } from '../../parts/page.tsx'
import { NoPage } from '../../shell/no-page.tsx'
import { useTexts } from '../../texts/language.tsx'
import { FailedJobQueue } from './failed-job-queue.tsx'
import { FundingQueue } from './funding-queue.tsx'
import { KycQueue } from './kyc-queue.tsx'
import { SuspenseQueue } from './suspense-queue.tsx'
import { WalletTaskQueue } from './wallet-task-queue.tsx'
import { workTexts } from './work-texts.ts'

const CONTENTS: Readonly<Record<QueuePath, () => ReactNode>> = {
  kyc: () => <KycQueue />,
  'failed-jobs': () => <FailedJobQueue />,
  'wallet-tasks': () => <WalletTaskQueue />,
  transfers: () => <FundingQueue queue="transfers" />,
  acts: () => <FundingQueue queue="acts" />,
  disputes: () => <FundingQueue queue="disputes" />,
  suspense: () => <SuspenseQueue />,
}
const isQueue = (path: string): path is QueuePath => Object.hasOwn(QUEUE_PAGES, path)

/** What waits in a queue, with what decides it. */
export function QueuePage() {
  const texts = useTexts(workTexts)
  const names = useTexts(queueTexts)
  const { queue = '' }: { readonly queue?: string } = useParams({ strict: false })
  if (!isQueue(queue)) return <NoPage />
  return (
    <>
      <BackLink to="/work">{texts.back}</BackLink>
      <Page title={names[QUEUE_PAGES[queue]]}>{CONTENTS[queue]()}</Page>
    </>
  )
}
