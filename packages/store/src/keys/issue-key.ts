import {
  type Account,
  type ApiKey,
  checkFreeText,
  checkSpendCap,
  type Environment,
  type HostEventData,
  type IssuedKey,
  type NewKey,
  requireOpen,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { lockAccount } from '../accounts/change-account.ts'
import { storeErrors } from '../error-codes.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { claimRequest } from './claim-request.ts'
import { writeKeyAudit } from './key-audit.ts'
import { makeKeyText } from './key-format.ts'
import { type KeySecrets, newKeyRow } from './key-row.ts'
import { packWindows } from './key-windows.ts'
import type { KeysOptions } from './keys-options.ts'

/** A key that is not yet written. */
interface Draft {
  readonly key: ApiKey
  readonly secrets: KeySecrets
  readonly apiSecret: string
}

/** What a key may do, and until when. */
type Allowance = Pick<ApiKey, 'label' | 'endpoints' | 'ipRanges' | 'spendCapPerDay' | 'expiresAt'>

/**
 * Refuses a key of a closed account, and a production key before the account's KYC is approved.
 *
 * @throws `ACCOUNT_CLOSED`, `KYC_REQUIRED`
 */
export function requireEntitled(account: Account, environment: Environment): void {
  requireOpen(account)
  if (environment === 'production' && account.kyc !== 'approved')
    throw storeErrors.error('KYC_REQUIRED', { id: account.id })
}

const DEFAULT_PER_ACCOUNT = 100
const Ids = z.array(z.object({ id: z.string() }))

/**
 * Refuses one key more than an account may have. The caller holds the lock of the account. Keys of callers whom an auth scheme proves are as many as
 * there are callers, and do not count.
 *
 * @throws `KEYS_TOO_MANY`
 */
export async function requireRoom(
  transaction: Knex.Transaction,
  { database, clock, keysPerAccount = DEFAULT_PER_ACCOUNT }: KeysOptions,
  accountId: string,
): Promise<void> {
  const now = clock.now().getTime()
  const found = await transaction(database.table('api_key'))
    .select('id')
    .where({ account_id: accountId, status: 'active' })
    .whereNull('scheme')
    .andWhere((query) => query.whereNull('expires_at').orWhere('expires_at', '>', now))
    .limit(keysPerAccount)
  const keys = Ids.parse(found).length
  if (keys >= keysPerAccount) throw storeErrors.error('KEYS_TOO_MANY', { id: accountId, keys })
}

/** Issues a key in a transaction. @throws As `Keys.create`. */
export async function issueKey(
  transaction: Knex.Transaction,
  options: KeysOptions,
  { accountId, environment, actor = 'system', once, ...asked }: NewKey,
): Promise<IssuedKey> {
  const { database } = options
  checkSpendCap(asked.spendCapPerDay)
  checkFreeText('label', asked.label)
  requireEntitled(await lockAccount(transaction, database, accountId), environment)
  await requireRoom(transaction, options, accountId)
  const draft = draftKey(options, { accountId, environment }, allowanceOf(asked))
  const [keyId, at] = [draft.key.id, draft.key.createdAt.getTime()]
  if (once !== undefined) await claimRequest(transaction, database, { actor, name: once, keyId, at })
  await insertKey(transaction, options, { ...draft, event: 'key.created', actor })
  return issued(draft)
}

const allowanceOf = ({
  label = '',
  endpoints = null,
  ipRanges = null,
  ...more
}: Omit<NewKey, 'accountId' | 'environment' | 'once'>): Allowance => ({
  ...{ label, endpoints, ipRanges },
  ...{ spendCapPerDay: more.spendCapPerDay ?? null, expiresAt: more.expiresAt ?? null },
})

/** What of a drafted key is shown. */
export const issued = ({ key, apiSecret }: IssuedKey): IssuedKey => ({ key, apiSecret })

/** Makes a key with a new id and a new secret. */
export function draftKey(
  options: KeysOptions,
  owner: { accountId: string; environment: Environment },
  allowance: Allowance,
): Draft {
  const { accountId, environment } = owner
  const apiSecret = makeKeyText('sk', environment)
  const { label, endpoints, ipRanges, spendCapPerDay, expiresAt } = allowance
  const key: ApiKey = {
    ...{ id: options.ids.next(), accountId, environment, publicId: makeKeyText('pk', environment), external: null },
    ...{ label, status: 'active', version: 1, secretVersion: 1, previousSecretUntil: null },
    ...{ endpoints, ipRanges, spendCapPerDay, expiresAt, exposedAt: null },
    ...{ createdAt: options.clock.now(), revokedAt: null },
  }
  return { key, secrets: { current: options.hashes.make(apiSecret), previous: null }, apiSecret }
}

/** Writes a drafted key, its empty rate windows, and the event that tells of it. */
export async function insertKey(
  transaction: Knex.Transaction,
  options: KeysOptions,
  issued: Draft & { readonly event: 'key.created' | 'key.promoted'; readonly actor: string },
): Promise<void> {
  const { database } = options
  const { key, secrets, event, actor } = issued
  await emitKeyEvent(transaction, options, { key, type: event })
  await transaction(database.table('api_key')).insert(newKeyRow(key, secrets))
  await insertWindows(transaction, options, key.id)
  const action = event === 'key.created' ? 'key.create' : 'key.promote'
  await writeKeyAudit(transaction, options, { actor, action, before: null, after: key })
}

/** Writes the empty rate windows of a new key. */
export async function insertWindows(
  transaction: Knex.Transaction,
  { database }: Pick<KeysOptions, 'database'>,
  keyId: string,
): Promise<void> {
  const windows = packWindows({ inFlight: 0, scopes: {} })
  await transaction(database.table('key_window')).insert({ key_id: keyId, windows })
}

/** Tells of a change of a key: its id and label, never a secret. */
export async function emitKeyEvent(
  transaction: Knex.Transaction,
  { database, clock, ids }: Pick<KeysOptions, 'database' | 'clock' | 'ids'>,
  {
    key,
    type,
  }: { readonly key: ApiKey; readonly type: `key.${'created' | 'exposed' | 'rotated' | 'revoked' | 'promoted'}` },
): Promise<void> {
  const { accountId, environment, id, label } = key
  const data = { key_id: id, label } satisfies HostEventData<typeof type>
  await appendEvent(transaction, database, {
    id: ids.next(),
    type,
    accountId,
    environment,
    data,
    at: clock.now().getTime(),
  })
}
