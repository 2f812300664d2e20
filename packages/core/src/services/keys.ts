import { coreErrors } from '../error-codes.ts'
import { type Money, micro } from '../money.ts'
import type { Environment } from '../outcome.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'
import type { Account } from './accounts.ts'

/** An API key, without its secret. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly environment: Environment
  /** `pk_test_…` or `pk_live_…`: what the caller sends in X-API-Key. */
  readonly publicId: string
  readonly label: string
  readonly status: 'active' | 'revoked'
  /** Rises with every change; a call that was identified by an older one is identified again. */
  readonly version: number
  /** Of its secret: 1, and one more with each rotation. */
  readonly secretVersion: number
  /** Until when the secret before this one holds; null: there was none. */
  readonly previousSecretUntil: Date | null
  /** Endpoint ids it may call; null: all. */
  readonly endpoints: readonly string[] | null
  /** Address ranges it may be used from (CIDR); null: any. */
  readonly ipRanges: readonly string[] | null
  /** The most that its calls may cost in a day in Asia/Kolkata; null: whatever the wallet has. */
  readonly spendCapPerDay: Money | null
  readonly expiresAt: Date | null
  /** When its secret was seen in a URL. */
  readonly exposedAt: Date | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
}
/** A key at the one moment when its secret is known. */
export interface IssuedKey {
  readonly key: ApiKey
  readonly apiSecret: string
}
/** A key and whose it is. */
export interface KeyOwner {
  readonly key: ApiKey
  readonly account: Account
}
/** What a new key may be given. */
export interface NewKey {
  readonly accountId: string
  readonly environment: Environment
  readonly label?: string
  readonly endpoints?: readonly string[] | null
  readonly ipRanges?: readonly string[] | null
  readonly spendCapPerDay?: Money | null
  readonly expiresAt?: Date | null
  /** Who issues it; `system` unless given. */
  readonly actor?: string
  /** Names this request of the actor's: it issues one key, however often it is sent. 1 to 128 printable ASCII characters. */
  readonly once?: string
}
/** What a key may do from now on; what is left out stays. */
export interface KeyRestrictions {
  readonly label?: string
  /** Endpoint ids it may call; null: all. */
  readonly endpoints?: readonly string[] | null
  /** Address ranges it may be used from (CIDR); null: any. */
  readonly ipRanges?: readonly string[] | null
  /** Above zero; null: none. */
  readonly spendCapPerDay?: Money | null
  /** Null: it does not end by itself. */
  readonly expiresAt?: Date | null
}
/** Which keys are asked for. */
export interface KeyQuery {
  /** Of this account and all below it; null: of all there are. */
  readonly within: string | null
  /** Of this account alone. */
  readonly accountId?: string
  readonly environment?: Environment
  readonly status?: ApiKey['status']
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/**
 * Whether a secret of a key still holds, and with it the tokens that it made: the newest, or the one before it within its overlap.
 *
 * @param secretVersion Of the secret.
 */
export function isSecretAlive(
  key: Pick<ApiKey, 'secretVersion' | 'previousSecretUntil'>,
  secretVersion: number,
  now: Date,
): boolean {
  if (secretVersion === key.secretVersion) return true
  const isPrevious = secretVersion === key.secretVersion - 1
  return isPrevious && key.previousSecretUntil !== null && now < key.previousSecretUntil
}
/** @throws `INVALID_AMOUNT` for a spend cap that is not above zero. */
export function checkSpendCap(cap: Money | null | undefined): void {
  if (typeof cap === 'number' && micro(cap) <= 0) throw coreErrors.error('INVALID_AMOUNT', { text: String(cap) })
}
/**
 * API keys: `pk_…` and `sk_…`, base62 with a CRC32 checksum (decisions.md section 1). Every change is in the audit
 * log, in its own commit; `actor` says who made it (`system` unless given).
 */
export interface Keys {
  /**
   * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_CLOSED`, `INVALID_AMOUNT`, `KYC_REQUIRED` for production before KYC is approved,
   *   `KEY_ALREADY_ISSUED` where the same `once` issued one: its secret cannot be shown again.
   */
  create(key: NewKey): Promise<IssuedKey>
  list(accountId?: string): Promise<readonly ApiKey[]>
  /** In the order in which they were issued. @throws `CURSOR_INVALID` */
  page(query: KeyQuery): Promise<Page<ApiKey>>
  get(id: string): Promise<KeyOwner | null>
  /** By the `pk_…` of a request. A wrong checksum is answered without a read. */
  findByPublicId(publicId: string): Promise<KeyOwner | null>
  /** The version of a secret that is the key's, or the one before it within its overlap; else null. Compared in constant time. */
  secretVersion(key: ApiKey, apiSecret: string): Promise<number | null>
  /** A new secret; the old one holds for `overlapSeconds` (0 to 604,800). @throws `KEY_NOT_FOUND`, `KEY_REVOKED` */
  rotate(id: string, overlapSeconds: number, actor?: string): Promise<IssuedKey>
  /** From the next request on. @throws `KEY_NOT_FOUND` */
  revoke(id: string, actor?: string): Promise<ApiKey>
  /** Changes what a key may do, from the next request on. @throws `INVALID_AMOUNT`, `KEY_NOT_FOUND`, `KEY_REVOKED` */
  restrict(id: string, to: KeyRestrictions, actor?: string): Promise<ApiKey>
  /** A NEW production key of the same account; the sandbox key stays. @throws `KEY_NOT_FOUND`, `KYC_REQUIRED` */
  promote(id: string, actor?: string): Promise<IssuedKey>
  /** Notes that a secret of this key was seen in a URL. @returns The ids of the keys that it is of. */
  flagExposed(apiSecretOrPublicId: string): Promise<readonly string[]>
}
/** The keys of a server. */
export const Keys = token<Keys>('core.keys')
