import { type BatchChanges, type Environment, recordKey } from '@parakh/core'
import type { KeyedHashes } from '../secrets/keyed-hash.ts'
import type { Sealer } from '../vault/create-vault.ts'
import { lookupHash } from './lookup-hash.ts'

type RecordChange = BatchChanges['records'][number]

/** Columns that name a record. */
export interface RecordName {
  readonly account_id: string
  readonly environment: Environment
  readonly collection: string
  readonly id: string
}
/** A row of `record` without its position. `created_at` is of the insert alone. */
export interface RecordColumns extends RecordName {
  readonly state: string
  readonly version: number
  readonly value: Buffer
  readonly keep_until: number | null
  readonly created_at: number
  readonly updated_at: number
}
/** A row of `record_key`. */
export interface RecordKeyColumns extends Omit<RecordName, 'id'> {
  readonly name: string
  readonly hash: string
  readonly record_id: string
}
/** What a batch writes of records. Each record appears once, in its final form. */
export interface RecordRows {
  readonly added: readonly RecordColumns[]
  /** Replace what is kept, `created_at` aside; their old rows of `record_key` go first. */
  readonly changed: readonly RecordColumns[]
  /** Of those added and those changed. */
  readonly keys: readonly RecordKeyColumns[]
}

/**
 * The rows of a batch's record writes: values sealed, lookup fields hashed.
 *
 * @param changes In the order in which they were decided.
 * @param sealer Made for every account of them.
 */
export function recordRows(
  changes: readonly RecordChange[],
  sealer: Pick<Sealer, 'seal'>,
  hashes: KeyedHashes,
): RecordRows {
  const final = new Map<string, { readonly change: RecordChange; readonly isNew: boolean }>()
  for (const change of changes) {
    const key = recordKey(change, change)
    final.set(key, { change, isNew: change.expected === null || final.get(key)?.isNew === true })
  }
  const all = [...final.values()]
  const rowsOf = (isNew: boolean): RecordColumns[] =>
    all.filter((one) => one.isNew === isNew).map(({ change }) => columnsOf(change, sealer))
  return { added: rowsOf(true), changed: rowsOf(false), keys: all.flatMap(({ change }) => keysOf(change, hashes)) }
}

function columnsOf(change: RecordChange, sealer: Pick<Sealer, 'seal'>): RecordColumns {
  const { accountId, environment, collection, id, state, at } = change
  return {
    ...{ account_id: accountId, environment, collection, id, state },
    version: (change.expected ?? 0) + 1,
    value: sealer.seal(accountId, change.value),
    keep_until: change.keepUntil,
    created_at: at,
    updated_at: at,
  }
}

function keysOf(change: RecordChange, hashes: KeyedHashes): RecordKeyColumns[] {
  const { accountId, environment, collection, id } = change
  return change.keys.map((key) => ({
    ...{ account_id: accountId, environment, collection, record_id: id },
    name: key.name,
    hash: lookupHash(hashes, change, key),
  }))
}
