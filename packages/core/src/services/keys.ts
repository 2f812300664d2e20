import { coreErrors } from '../error-codes.ts'
import { type Money, micro } from '../money.ts'
import type { Environment } from '../outcome.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'
import type { Account } from './accounts.ts'
import { actRefusal } from './acting-policy.ts'
import { checkFreeText } from './free-text.ts'

/** Somebody whom an auth scheme knows, within an account and an environment. */
export interface ExternalSubject {
  /** The name of the scheme in the configuration. */
  readonly scheme: string
  /** 1 to 128 printable ASCII characters, no identity number. */
  readonly subject: string
  /** 0 or more: the highest that was proven. */
  readonly version: number
}
/** An external subject and where it calls. */
export interface ExternalIdentity extends ExternalSubject {
  readonly accountId: string
  readonly environment: Environment
}
/** An API key, without its secret. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly environment: Environment
  /** `pk_test_…` or `pk_live_…`: what the caller sends in X-API-Key. Of an external one `ext_…`, which nobody can send. */
  readonly publicId: string
  /** Whom it stands for where an auth scheme proves its callers: it has no secret. Null: an ordinary key. */
  readonly external: ExternalSubject | null
  readonly label: string
  readonly status: 'active' | 'revoked'
  /** Rises with every change; a call that was identified with an older version is identified again. */
  readonly version: number
  /** The version of its secret: 1, incremented by each rotation; 0: it has none. */
  readonly secretVersion: number
  /** When the previous secret expires; null: there was none. */
  readonly previousSecretUntil: Date | null
  /** Endpoint ids it may call; null: all. */
  readonly endpoints: readonly string[] | null
  /** Address ranges it may be used from (CIDR); null: any. */
  readonly ipRanges: readonly string[] | null
  /** The daily spend cap, by day in Asia/Kolkata; null: none. */
  readonly spendCapPerDay: Money | null
  readonly expiresAt: Date | null
  /** When its id or secret was seen in a URL; null: never, or a rotation has replaced the secret since. */
  readonly exposedAt: Date | null
  /** The account above that issued its secret; null: its own account, or an operator. */
  readonly issuedBy: string | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
}
/** A new key with its secret, which is shown once. */
export interface IssuedKey {
  readonly key: ApiKey
  readonly apiSecret: string
}
/** A key and its account. */
export interface KeyOwner {
  readonly key: ApiKey
  readonly account: Account
  /** Set where an older pepper made a hash of its secrets: who remembers a proof asks `secretVersion` again, which moves it. */
  readonly provesAgain?: true
}
/** Who issues a secret, and for whom. */
export interface KeyIssuer {
  readonly actor: string
  /** As of `NewKey`. */
  readonly actingFor: string | null
}
/** An issuer as it is given: by the actor's name alone, or not at all. */
export const issuerOf = (by: string | KeyIssuer = 'system'): KeyIssuer =>
  typeof by === 'string' ? { actor: by, actingFor: null } : by
/** The properties of a new key. */
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
  /** The account whose credential issues it; null, unless given: an operator, or the server. */
  readonly actingFor?: string | null
  /** The idempotency key of the actor's request: repeated, it issues one key. 1 to 128 printable ASCII characters. */
  readonly once?: string
}
/** A change of a key's restrictions; omitted fields stay unchanged. */
export interface KeyRestrictions {
  readonly label?: string
  /** Endpoint ids it may call; null: all. */
  readonly endpoints?: readonly string[] | null
  /** Address ranges it may be used from (CIDR); null: any. */
  readonly ipRanges?: readonly string[] | null
  /** Above zero; null: none. */
  readonly spendCapPerDay?: Money | null
  /** Null: it does not expire. */
  readonly expiresAt?: Date | null
}
/** A query for keys. */
export interface KeyQuery {
  /** Of this account and all below it; null: of all accounts. */
  readonly within: string | null
  /** Of this account alone. */
  readonly accountId?: string
  readonly environment?: Environment
  readonly status?: ApiKey['status']
  /** Only those that have not expired then. */
  readonly validAt?: Date
  /** Only those that expire by then. */
  readonly expiresBy?: Date
  /** Only exposed ones. */
  readonly exposed?: true
  /** Only those that an account above issued, from this time on. */
  readonly issuedFromAboveSince?: Date
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/**
 * Whether a secret of a key, and the tokens issued with it, are valid: the newest secret, or the previous one within its overlap.
 *
 * @param secretVersion The version of the secret.
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
const SUBJECT = /^[\x20-\x7e]{1,128}$/
/** @throws `SUBJECT_INVALID`, `IDENTITY_NUMBER_NOT_ALLOWED` */
export function checkSubject({ scheme, subject, version }: ExternalSubject): void {
  if (!SUBJECT.test(subject) || !Number.isSafeInteger(version) || version < 0)
    throw coreErrors.error('SUBJECT_INVALID', { scheme })
  checkFreeText('subject', subject)
}
/**
 * Returns the account above that issues or widens a credential of an account, if the policy allows it.
 *
 * @param actingFor As of `NewKey`. The caller has checked that it is above the account.
 * @returns Null: the account itself issues it, or an operator.
 * @throws `KEYS_NOT_DELEGATED`
 */
export function issuerAbove(account: Account, actingFor: string | null): string | null {
  if (actingFor === null || actingFor === account.id) return null
  if (actRefusal({ act: 'issue-key', relation: 'above', target: account }) === null) return actingFor
  throw coreErrors.error('KEYS_NOT_DELEGATED', { id: account.id })
}
const isWithin = (list: readonly string[] | null, of: readonly string[] | null): boolean =>
  of === null || (list?.every((one) => of.includes(one)) ?? false)
/** Whether restrictions let a key do more than before, or for longer. Address ranges are compared as texts. */
export function widensKey(
  before: ApiKey,
  { endpoints, ipRanges, spendCapPerDay, expiresAt }: KeyRestrictions,
): boolean {
  const exceeds = (to: number | null, from: number | null): boolean => from !== null && (to === null || to > from)
  return (
    (endpoints !== undefined && !isWithin(endpoints, before.endpoints)) ||
    (ipRanges !== undefined && !isWithin(ipRanges, before.ipRanges)) ||
    (spendCapPerDay !== undefined && exceeds(spendCapPerDay, before.spendCapPerDay)) ||
    (expiresAt !== undefined && exceeds(expiresAt?.getTime() ?? null, before.expiresAt?.getTime() ?? null))
  )
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
   *   `KEYS_TOO_MANY` if the account has as many as `keys.perAccount` allows, `KEYS_NOT_DELEGATED`,
   *   `KEY_ALREADY_ISSUED` if the same `once` issued one: its secret cannot be shown again.
   */
  create(key: NewKey): Promise<IssuedKey>
  list(accountId?: string): Promise<readonly ApiKey[]>
  /** Oldest first. @throws `CURSOR_INVALID` */
  page(query: KeyQuery): Promise<Page<ApiKey>>
  get(id: string): Promise<KeyOwner | null>
  /**
   * When each of these keys last made a call that counts in its rate windows, to the second; a key that made none is absent.
   *
   * @param ids At most 1,000.
   */
  lastUsed(ids: readonly string[]): Promise<ReadonlyMap<string, Date>>
  /** Finds a key by the `pk_…` of a request. A wrong checksum is answered without a read. */
  findByPublicId(publicId: string): Promise<KeyOwner | null>
  /**
   * The version of a secret that is the key's current one, or the previous one within its overlap; else null. Compared in constant
   * time.
   */
  secretVersion(key: ApiKey, apiSecret: string): Promise<number | null>
  /** The key of an external subject, whatever its version; null: it was never seen. */
  findExternal(identity: Omit<ExternalIdentity, 'version'>): Promise<KeyOwner | null>
  /**
   * Makes the key of an external subject at first sight, and raises its version to a higher one. One key for each account, scheme, subject
   * and environment, also where two processes see it at once. A revoked one stays revoked.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_CLOSED`, `KYC_REQUIRED` for production before KYC is approved, `SUBJECT_INVALID`,
   *   `IDENTITY_NUMBER_NOT_ALLOWED`
   */
  provideExternal(identity: ExternalIdentity): Promise<KeyOwner>
  /**
   * Issues a new secret, which is not exposed; the old one stays valid for `overlapSeconds` (0 to 604,800).
   *
   * @throws `KEY_NOT_FOUND`, `KEY_REVOKED`, `KEY_EXTERNAL`, `KEYS_NOT_DELEGATED`
   */
  rotate(id: string, overlapSeconds: number, by?: string | KeyIssuer): Promise<IssuedKey>
  /** Revokes a key from the next request on. @throws `KEY_NOT_FOUND` */
  revoke(id: string, actor?: string): Promise<ApiKey>
  /**
   * Changes a key's restrictions, from the next request on. An account above that may not issue keys may narrow them only.
   *
   * @throws `INVALID_AMOUNT`, `KEY_NOT_FOUND`, `KEY_REVOKED`, `KEYS_NOT_DELEGATED`
   */
  restrict(id: string, to: KeyRestrictions, by?: string | KeyIssuer): Promise<ApiKey>
  /**
   * Issues a new production key for the same account; the sandbox key stays.
   *
   * @throws `KEY_NOT_FOUND`, `KYC_REQUIRED`, `KEY_EXTERNAL`, `KEYS_TOO_MANY`, `KEYS_NOT_DELEGATED`
   */
  promote(id: string, by?: string | KeyIssuer): Promise<IssuedKey>
  /** Records that a secret of this key was seen in a URL. @returns The ids of the affected keys. */
  flagExposed(apiSecretOrPublicId: string): Promise<readonly string[]>
}
/** The keys of a server. */
export const Keys = token<Keys>('core.keys')
