/** Somebody who has proven who it is, and may be asked to prove it once more. */
export interface ActingPerson {
  readonly id: string
  readonly sessionId: string
  /** The last proof besides those of signing in; null: none. */
  readonly steppedUpAt: Date | null
  /** How it can prove itself, told with a refusal: `code`, `totp`, `passkey`. */
  readonly methods: readonly string[]
  /** Whether it may use production in the account. */
  readonly production: boolean
  /** True: it sees what an account sees, and changes nothing, whatever its scopes say. */
  readonly readsOnly?: boolean
  /** True: the person has roles that this session does not reach, so it changes nothing of the person as a whole. */
  readonly isRestricted?: boolean
  /** The languages that it reads, as `Accept-Language` has them; absent: nobody knows. */
  readonly languages?: string
}
