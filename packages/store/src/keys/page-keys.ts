import { type KeyQuery, type Page, readCursor, writeCursor } from '@parakh/core'
import * as z from 'zod'
import { branchQuery } from '../account-tree/read-accounts.ts'
import type { Database } from '../connection/database.ts'
import { KeyRow } from './key-row.ts'
import type { StoredKey } from './read-keys.ts'

const MOST = 1_000
const Place = z.tuple([z.string()])

/** A page of keys in the order of their ids, which is that in which they were issued. */
export async function pageKeys(database: Database, query: KeyQuery): Promise<Page<StoredKey>> {
  const { knex, table } = database
  const { within, accountId, environment, status, validAt, expiresBy, exposed, cursor } = query
  const limit = Math.min(query.limit, MOST)
  const asked = knex(table('api_key'))
    .orderBy('id')
    .limit(limit + 1)
  if (within !== null) asked.whereIn('account_id', branchQuery(knex, database, within))
  if (accountId !== undefined) asked.where({ account_id: accountId })
  if (environment !== undefined) asked.where({ environment })
  if (status !== undefined) asked.where({ status })
  if (validAt !== undefined)
    asked.where((valid) => valid.whereNull('expires_at').orWhere('expires_at', '>', validAt.getTime()))
  if (expiresBy !== undefined) asked.where('expires_at', '<=', expiresBy.getTime())
  if (exposed) asked.whereNotNull('exposed_at')
  if (query.issuedFromAboveSince)
    asked.whereNotNull('issued_by').where('created_at', '>=', query.issuedFromAboveSince.getTime())
  if (cursor !== null) asked.where('id', '>', readCursor(cursor, Place)[0])
  const rows = z.array(KeyRow).parse(await asked)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? writeCursor([last.key.id]) : null }
}
