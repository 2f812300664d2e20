/** The states of a consent that a call was made under. */
export const CONSENT_STATES = ['given', 'withdrawn', 'expired'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

/** The collection of records in which the host keeps withdrawn references: state and time in clear, the id is the reference. */
export const WITHDRAWN_CONSENTS = 'kernel.withdrawn-consents'

/** A consent that a production call was made under: one for each identifier of a person in its request. */
export interface GivenConsent {
  /** Our id of the call. */
  readonly reference: string
  readonly at: Date
  readonly accountId: string
  readonly keyId: string
  readonly endpoint: string
  readonly purpose: string
  /** The version of the notice. */
  readonly notice: string
  /** The reference of the consent, or how it was given: `Y` in the request, `standing:<reference>` of the account. */
  readonly artefact: string
  /** The keyed hash of the person. */
  readonly subject: string
  /** The address of the caller, as the settings keep it. */
  readonly ip: string
  /** As it stands now. `withdrawn` comes before `expired`. */
  readonly state: ConsentState
  readonly withdrawnAt: Date | null
  /** As far as it was known at the call; null: it is not, or it has no end. */
  readonly expiresAt: Date | null
}
/** A query for the consents that calls were made under. */
export interface ConsentQuery {
  /** Of these accounts only; null: all. */
  readonly accountIds: readonly string[] | null
  readonly keyId?: string
  readonly endpoint?: string
  /** With exactly this reference. */
  readonly artefact?: string
  readonly state?: ConsentState
  /** Included. */
  readonly from?: Date
  /** Excluded. */
  readonly until?: Date
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
