/** The session of a person, as `/console/session` gives it. */
export interface Session {
  readonly session_id: string
  readonly person: { readonly person_id: string; readonly email: string | null; readonly name: string }
  /** What is still to do before the admin API answers. */
  readonly needs: null | 'second_factor' | 'enrol_second_factor' | 'account'
  readonly methods: readonly ProofMethod[]
  readonly memberships: readonly Membership[]
  /** Whether the session has only the roles of one place: it began at the host of a brand or by a link of the command line. */
  readonly limited: boolean
  /** The person has roles that this session does not reach, and changes its factors and name at this address. Null: it has none. */
  readonly restricted: { readonly url: string } | null
  readonly portal: { readonly pages: readonly string[] | null; readonly return_url: string | null } | null
  readonly stepped_up_until: string | null
  readonly expires_at: string
}
/** By what a person can prove itself. */
export type ProofMethod = 'code' | 'totp' | 'recovery_code' | 'passkey'
/** What a person may do in an account; a null id: as an operator. */
export interface Membership {
  readonly account_id: string | null
  readonly account_name: string | null
  readonly account_role: string | null
  readonly role: string
  readonly production: boolean
  readonly scopes: readonly string[]
}
/** Who is here, and how others may come. */
export interface Entrance {
  readonly sign_up: 'open' | 'invite' | 'off'
  /** Identity providers by which one may sign in. */
  readonly sso: readonly { readonly id: string; readonly name: string }[]
  readonly development: boolean
  readonly session: Session | null
}

/** The key of the session in the cache of queries. */
export const SESSION_KEY = ['console', 'session'] as const

/** The membership that the address names, else the first; the address may be of somebody who was here before. */
export const chosenMembership = (
  memberships: readonly Membership[],
  wanted: string | undefined,
): Membership | undefined =>
  memberships.find(({ account_id }) => (account_id ?? 'operator') === wanted) ?? memberships[0]
