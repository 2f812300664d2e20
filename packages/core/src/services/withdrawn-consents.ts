import { token } from '../token.ts'

/** A consent that counts no more for the calls of an account. */
export interface WithdrawnConsent {
  readonly at: Date
  /** Who wrote it down. */
  readonly actor: string
}
/** References of consents that were withdrawn, by account: production calls that state one are refused. */
export interface WithdrawnConsents {
  /** Read at each call: a withdrawal holds in every process from the next call on. */
  get(accountId: string, artefact: string): Promise<WithdrawnConsent | null>
  /** Writes it down for good, in one commit with its entry in the audit log. Repeated, it returns the first. @param artefact 1 to 128 printable ASCII characters. */
  withdraw(accountId: string, artefact: string, actor: string): Promise<WithdrawnConsent>
}
/** The withdrawn consents of a host. */
export const WithdrawnConsents = token<WithdrawnConsents>('core.withdrawn-consents')
