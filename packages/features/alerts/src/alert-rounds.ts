import { errorFacts, type SignedPosts, token } from '@parakh/core'
import { sendMails } from './mails/send-mails.ts'
import { sendPosts } from './posts/send-posts.ts'
import type { AlertParts } from './telling/alert-parts.ts'
import { lookAt } from './telling/look.ts'
import { lookAtAccounts } from './telling/look-at-accounts.ts'

/** What each process does again and again. */
export interface AlertRounds {
  /** Looks what stands, then sends what is due. One part that fails hinders no other. */
  round(signal: AbortSignal): Promise<void>
}
/** The rounds of a host's alerts. */
export const AlertRounds = token<AlertRounds>('alerts.rounds', { broughtBy: '@parakh/alerts' })

/** Rounds of several processes at once do nothing twice: rows are leased. Circuits of sources are those of each process, so each looks at the server. */
export const alertRounds = (parts: AlertParts, posts: SignedPosts | null): AlertRounds => ({
  async round(signal) {
    const carefully = async (part: string, work: Promise<void>): Promise<void> => {
      try {
        await work
      } catch (error) {
        parts.logger.warn('alerts.round_failed', { part, ...errorFacts(error) })
      }
    }
    await Promise.all([carefully('server', lookAt(parts, null)), carefully('accounts', lookAtAccounts(parts, signal))])
    await Promise.all([
      carefully('mails', sendMails(parts, signal)),
      carefully('posts', sendPosts(parts, posts, signal)),
    ])
  },
})
