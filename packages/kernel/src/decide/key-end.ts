/** What decides whether a key has ended. */
interface KeyLife {
  readonly status: string
  /** A time, or milliseconds since 1970; null: it does not expire. */
  readonly expiresAt: Date | number | null
}

/** Why a key cannot be used at a time; null: it can. Every stage asks here. @param at Milliseconds since 1970. */
export function endOfKey({ status, expiresAt }: KeyLife, at: number): 'revoked' | 'expired' | null {
  if (status !== 'active') return 'revoked'
  return expiresAt !== null && Number(expiresAt) <= at ? 'expired' : null
}
