import { token } from '../token.ts'

/** What an account has declared for all its calls of a plugin: it holds the consent of whomever it asks about. */
export interface StandingConsent {
  /** The paper or file in which it did: 1 to 128 printable ASCII characters. */
  readonly reference: string
  /** The version of the notice that was in force. A declaration to an older one counts no more. */
  readonly notice: string
  /** Who wrote it down. */
  readonly actor: string
  /** From when on it counts no more; null: it holds until it is withdrawn. */
  readonly expiresAt: Date | null
}
/** Whose declaration, and for which plugin. */
export interface StandingConsentOf {
  readonly accountId: string
  readonly plugin: string
}

/** Standing declarations of consent, for production (decisions.md section 11). A policy with `standing: true` accepts them. */
export interface StandingConsents {
  /** What an account has declared; null where it has not, or has withdrawn it. */
  get(of: StandingConsentOf): Promise<StandingConsent | null>
  /**
   * Writes a declaration down, to the notice in force, in one commit with its entry in the audit log.
   *
   * @throws `CONSENT_NOT_DECLARED` where the plugin's policy accepts none, the reference may not be one, it expires in the past, or others changed it meanwhile.
   */
  declare(
    of: StandingConsentOf,
    consent: Pick<StandingConsent, 'reference' | 'actor'> & Partial<Pick<StandingConsent, 'expiresAt'>>,
  ): Promise<StandingConsent>
  /** Ends it for the calls to come. @returns Whether there was one. */
  withdraw(of: StandingConsentOf, actor: string): Promise<boolean>
}
/** The standing declarations of a host. */
export const StandingConsents = token<StandingConsents>('core.standing-consents')
