import { type Clock, type Page, type RecordRow, type RecordScope, readCursor, writeCursor } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Bytes, Counted, Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import type { KeyedHashes } from '../secrets/keyed-hash.ts'
import type { Vault } from '../vault/create-vault.ts'
import { placeOfRecord } from '../vault/sealed-row.ts'
import { type LookupKey, lookupHashes, type RecordOwner } from './lookup-hash.ts'

/** What the records of accounts are read by. */
export interface AccountRecordsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly vault: Vault
  readonly hashes: KeyedHashes
}

/** What a page is asked by. */
export interface PageQuery {
  readonly cursor: string | null
  readonly limit: number
  readonly state: string | null
}

const Row = z.object({
  position: Counted,
  id: z.string(),
  state: z.string(),
  version: Counted,
  value: Bytes,
  created_at: Moment,
  updated_at: Moment,
})
const Place = z.tuple([z.int()])

/** Reads of one account's records in one collection: what it sealed, opened. */
export class AccountRecords {
  readonly #options: AccountRecordsOptions
  readonly #owner: RecordOwner

  constructor(options: AccountRecordsOptions, collection: string, scope: Exclude<RecordScope, 'shared'>) {
    this.#options = options
    this.#owner = { ...scope, collection }
  }

  async get(id: string): Promise<RecordRow | null> {
    return await this.#first(this.#all().where({ id }))
  }

  async find(by: readonly LookupKey[]): Promise<RecordRow | null> {
    const found = this.#all().orderBy('position', 'desc')
    for (const key of by) found.whereIn('id', this.#idsWith(key))
    return await this.#first(found)
  }

  async page({ cursor, limit, state }: PageQuery): Promise<Page<RecordRow>> {
    const page = this.#all()
      .orderBy('position', 'desc')
      .limit(limit + 1)
    if (state !== null) page.where({ state })
    if (cursor !== null) page.where('position', '<', readCursor(cursor, Place)[0])
    const rows = z.array(Row).parse(await page)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: await this.#open(shown),
      next: rows.length > limit && last ? writeCursor([last.position]) : null,
    }
  }

  /** Those that are not yet to be dropped. */
  #all(): Knex.QueryBuilder {
    const { database, clock } = this.#options
    const { accountId, environment, collection } = this.#owner
    const now = clock.now().getTime()
    return database
      .knex(database.table('record'))
      .where({ account_id: accountId, environment, collection })
      .where((kept) => kept.whereNull('keep_until').orWhere('keep_until', '>', now))
  }

  #idsWith(key: LookupKey): Knex.QueryBuilder {
    const { database, hashes } = this.#options
    const { accountId, environment, collection } = this.#owner
    return database
      .knex(database.table('record_key'))
      .where({ account_id: accountId, environment, collection, name: key.name })
      .whereIn('hash', lookupHashes(hashes, this.#owner, key))
      .select('record_id')
  }

  async #first(query: Knex.QueryBuilder): Promise<RecordRow | null> {
    const [record] = await this.#open(z.array(Row).parse(await query.limit(1)))
    return record ?? null
  }

  async #open(rows: readonly z.output<typeof Row>[]): Promise<readonly RecordRow[]> {
    if (rows.length === 0) return []
    const owner = this.#owner
    const sealer = await this.#options.vault.sealer([owner.accountId])
    return rows.map(({ id, state, version, value, created_at: createdAt, updated_at: updatedAt }) => ({
      ...{ id, state, version, createdAt, updatedAt },
      value: sealer.open(placeOfRecord(owner, id), value).toString(),
    }))
  }
}
