import type { Session } from '../../session/session.ts'

/** The offer of an invitation. */
export interface Invitation {
  readonly email: string
  /** Null: the operators. */
  readonly account_name: string | null
  readonly role: string
  /** Whether the invited address must be proven. False: a link of the command line. */
  readonly needs_proof: boolean
}
/** The answer to an acceptance. */
export interface Accepted {
  /** False: the code has signed the person in, who must still accept. */
  readonly accepted: boolean
  readonly session: Session
}

const KEY = 'console.invitation'

/** Keeps the token of an invitation in this tab while its person signs in, so that it is in no address. */
export const keepInvitation = (token: string): void => sessionStorage.setItem(KEY, token)

/** The token of the invitation that this tab has opened and not accepted; empty: there is none. */
export const keptInvitation = (): string => sessionStorage.getItem(KEY) ?? ''

/** Forgets an invitation that was accepted or is not valid. */
export const forgetInvitation = (): void => sessionStorage.removeItem(KEY)
