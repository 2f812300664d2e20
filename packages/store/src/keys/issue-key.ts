import { type ApiKey, checkFreeText, checkSpendCap, type IssuedKey, type NewKey } from '@parakh/core'
import type { Knex } from 'knex'
import { claimRequest } from './claim-request.ts'
import { writeKeyAudit } from './key-audit.ts'
import { emitKeyEvent } from './key-event.ts'
import { makeKeyText } from './key-format.ts'
import { type KeySecrets, newKeyRow } from './key-row.ts'
import { packWindows } from './key-windows.ts'
import type { KeysOptions } from './keys-options.ts'
import { requireIssuable } from './require-issuable.ts'

/** A key that is not yet written. */
interface Draft {
  readonly key: ApiKey
  readonly secrets: KeySecrets
  readonly apiSecret: string
}

/** What a key may do, and until when. */
type Allowance = Pick<ApiKey, 'label' | 'endpoints' | 'ipRanges' | 'spendCapPerDay' | 'expiresAt'>

/** Issues a key in a transaction. @throws As `Keys.create`. */
export async function issueKey(
  transaction: Knex.Transaction,
  options: KeysOptions,
  { accountId, environment, actor = 'system', actingFor = null, once, ...asked }: NewKey,
): Promise<IssuedKey> {
  const { database } = options
  checkSpendCap(asked.spendCapPerDay)
  checkFreeText('label', asked.label)
  const issuedBy = await requireIssuable(transaction, options, { accountId, environment, actingFor })
  const draft = draftKey(options, { accountId, environment, issuedBy }, allowanceOf(asked))
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
}: Omit<NewKey, 'accountId' | 'environment' | 'actingFor' | 'once'>): Allowance => ({
  ...{ label, endpoints, ipRanges },
  ...{ spendCapPerDay: more.spendCapPerDay ?? null, expiresAt: more.expiresAt ?? null },
})

/** What of a drafted key is shown. */
export const issued = ({ key, apiSecret }: IssuedKey): IssuedKey => ({ key, apiSecret })

/** Makes a key with a new id and a new secret. */
export function draftKey(
  options: KeysOptions,
  { accountId, environment, issuedBy }: Pick<ApiKey, 'accountId' | 'environment' | 'issuedBy'>,
  allowance: Allowance,
): Draft {
  const apiSecret = makeKeyText('sk', environment)
  const { label, endpoints, ipRanges, spendCapPerDay, expiresAt } = allowance
  const key: ApiKey = {
    ...{ id: options.ids.next(), accountId, environment, publicId: makeKeyText('pk', environment), external: null },
    ...{ label, status: 'active', version: 1, secretVersion: 1, previousSecretUntil: null },
    ...{ endpoints, ipRanges, spendCapPerDay, expiresAt, exposedAt: null },
    ...{ issuedBy, createdAt: options.clock.now(), revokedAt: null },
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
