import { type Page, type RecordRow, readCursor, writeCursor } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted, Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import type { PageQuery } from './account-records.ts'
import type { LookupKey } from './lookup-hash.ts'
import { SharedReader } from './shared-reader.ts'

/** Reference data has no states: it is there or it is not. */
const STATE = 'kept'

const Row = z
  .object({ id: z.string(), value: z.string(), version: Counted, created_at: Moment, updated_at: Moment })
  .transform(
    ({ created_at: createdAt, updated_at: updatedAt, ...row }): RecordRow => ({
      ...row,
      state: STATE,
      createdAt,
      updatedAt,
    }),
  )
const Place = z.tuple([z.int(), z.string()])

/** Reads of one collection of public reference data: in the clear; fast by id, by fields through all of it. */
export class SharedRecords {
  readonly #database: Database
  readonly #collection: string
  readonly #reader: SharedReader

  constructor(database: Database, collection: string) {
    this.#database = database
    this.#collection = collection
    this.#reader = new SharedReader(async (ids) => {
      const records = z.array(Row).parse(await this.#all().whereIn('id', ids))
      return new Map(records.map((record) => [record.id, record]))
    })
  }

  get(id: string): Promise<RecordRow | null> {
    return this.#reader.get(id)
  }

  async find(by: readonly LookupKey[]): Promise<RecordRow | null> {
    const found = newestFirst(this.#all())
    for (const { name, value } of by) {
      if (this.#database.dialect === 'pg') found.whereRaw('value::jsonb ->> ? = ?', [name, value])
      else found.whereRaw('cast(json_extract(value, ?) as text) = ?', [`$.${JSON.stringify(name)}`, value])
    }
    return await first(found)
  }

  async page({ cursor, limit, state }: PageQuery): Promise<Page<RecordRow>> {
    if (state !== null && state !== STATE) return { items: [], next: null }
    const page = newestFirst(this.#all()).limit(limit + 1)
    if (cursor !== null) page.whereRaw('(created_at, id) < (?, ?)', readCursor(cursor, Place))
    const rows = z.array(Row).parse(await page)
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    return { items, next: rows.length > limit && last ? writeCursor([last.createdAt.getTime(), last.id]) : null }
  }

  #all(): Knex.QueryBuilder {
    return this.#database.knex(this.#database.table('shared_record')).where({ collection: this.#collection })
  }
}

const newestFirst = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.orderBy([
    { column: 'created_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ])

async function first(query: Knex.QueryBuilder): Promise<RecordRow | null> {
  const [record] = z.array(Row).parse(await query.limit(1))
  return record ?? null
}
