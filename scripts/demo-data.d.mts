import type { AdminClient } from './admin-client.mjs'

/** The person of the link that `npm start` prints. */
export const OWNER: string
/** Fills an account. */
export function fillDemo(demo: {
  readonly url: string
  readonly account_id: string
  /** Invites a person on the command line of the host. @returns The link, which starts a session. */
  readonly inviteByLink: (person: { email: string; role: string }) => Promise<string>
  readonly admin: AdminClient
}): Promise<void>
