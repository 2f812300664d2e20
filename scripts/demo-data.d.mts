import type { AdminClient } from './admin-client.mjs'

/** The person of the link that `npm start` prints. */
export const OWNER: string
/** Fills an account. */
export function fillDemo(demo: {
  readonly url: string
  readonly account_id: string
  readonly admin: AdminClient
}): Promise<void>
