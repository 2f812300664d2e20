import type { RecordScope, RecordStore } from '@parakh/core'
import { AccountRecords, type AccountRecordsOptions } from './account-records.ts'
import { loadShared } from './load-shared.ts'
import { SharedRecords } from './shared-records.ts'

/**
 * Reads of records, and loads of shared ones. Writes of account records go through billing, which
 * hashes their keys by `lookupHash`.
 *
 * @returns `page` throws `CURSOR_INVALID`.
 * @example
 * const records = createRecordStore({ database, clock, vault, hashes })
 * await records.get('print.orders', { accountId, environment: 'sandbox' }, id)
 */
export function createRecordStore(options: AccountRecordsOptions): RecordStore {
  const { database, clock } = options
  // As many as there are collections: each gathers the reads of calls that run at the same time.
  const shared = new Map<string, SharedRecords>()
  const sharedOf = (collection: string): SharedRecords => {
    const known = shared.get(collection) ?? new SharedRecords(database, collection)
    shared.set(collection, known)
    return known
  }
  const of = (collection: string, scope: RecordScope): AccountRecords | SharedRecords =>
    scope === 'shared' ? sharedOf(collection) : new AccountRecords(options, collection, scope)
  return {
    get: (collection, scope, id) => of(collection, scope).get(id),
    find: (collection, scope, by) => of(collection, scope).find(by),
    page: (collection, scope, query) => of(collection, scope).page(query),
    load: (collection, rows, progress) =>
      loadShared({ database, collection, now: () => clock.now().getTime() }, rows, progress),
  }
}
