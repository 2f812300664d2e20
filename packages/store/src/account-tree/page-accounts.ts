import { type Account, type AccountQuery, type Page, readCursor, writeCursor } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { AccountRow } from './account-row.ts'
import { folded, foldedSql } from './folded.ts'
import { branchQuery } from './read-accounts.ts'

const MOST = 1_000
const Opened = z.tuple([z.number(), z.string()])
/** Where a search stands: among names, with the name and the id that were last, or among ids. */
const Found = z.tuple([z.enum(['name', 'id']), z.string(), z.string()])
/** Behind every text that begins as asked. */
const LAST_CHARACTER = '\u{10ffff}'

type Place = Pick<Database, 'knex' | 'table' | 'dialect'>

/** A page of accounts, in the order in which they were opened; of a search by name, and those whose id alone begins so after them. */
export async function pageAccounts(database: Place, query: AccountQuery): Promise<Page<Account>> {
  const limit = Math.min(query.limit, MOST)
  return query.startsWith === undefined
    ? await pageByOpening(database, { ...query, limit })
    : await pageOfSearch(database, { ...query, limit, startsWith: folded(query.startsWith) })
}

async function pageByOpening(database: Place, { cursor, limit, ...filters }: AccountQuery): Promise<Page<Account>> {
  const query = asked(database, filters)
    .orderBy(['created_at', 'id'])
    .limit(limit + 1)
  if (cursor !== null) query.whereRaw('(created_at, id) > (?, ?)', [...readCursor(cursor, Opened)])
  return pageFrom(z.array(AccountRow).parse(await query), limit, ({ createdAt, id }) => [createdAt.getTime(), id])
}

async function pageOfSearch(
  database: Place,
  query: AccountQuery & { readonly startsWith: string },
): Promise<Page<Account>> {
  const { limit, startsWith } = query
  const place = query.cursor === null ? null : readCursor(query.cursor, Found)
  const named = place?.[0] === 'id' ? [] : await searchBy(database, { column: 'name', query, place, wanted: limit + 1 })
  const rest = limit + 1 - named.length
  const known = place?.[0] === 'id' ? place : null
  const others = rest === 0 ? [] : await searchBy(database, { column: 'id', query, place: known, wanted: rest })
  return pageFrom([...named, ...others], limit, ({ name, id }) =>
    folded(name).startsWith(startsWith) ? ['name', folded(name), folded(id)] : ['id', '', folded(id)],
  )
}

interface Search {
  readonly column: 'name' | 'id'
  readonly query: AccountQuery & { readonly startsWith: string }
  readonly place: z.output<typeof Found> | null
  readonly wanted: number
}

/** Accounts whose name begins so; or those whose id does, and whose name does not. */
async function searchBy(database: Place, { column, query, place, wanted }: Search): Promise<readonly Account[]> {
  const { startsWith, cursor: _, limit: __, ...filters } = query
  // A branch is walked as a whole, as it may be few of all who are called so: no index begins with these expressions.
  const ofBranch = query.within === null ? '' : " || ''"
  const [name, id] = [foldedSql(database.dialect, 'name') + ofBranch, foldedSql(database.dialect, 'id') + ofBranch]
  const range = [startsWith, startsWith + LAST_CHARACTER]
  const key = column === 'name' ? name : id
  const rows = asked(database, filters).whereRaw(`${key} >= ? and ${key} < ?`, range).limit(wanted)
  if (column === 'name') {
    rows.orderByRaw(`${name}, ${id}`)
    if (place) rows.whereRaw(`(${name}, ${id}) > (?, ?)`, [place[1], place[2]])
  } else {
    rows.orderByRaw(id).whereRaw(`not (${name} >= ? and ${name} < ?)`, range)
    if (place) rows.whereRaw(`${id} > ?`, [place[2]])
  }
  return z.array(AccountRow).parse(await rows)
}

function asked({ knex, table }: Place, filters: Omit<AccountQuery, 'cursor' | 'limit'>): Knex.QueryBuilder {
  const query = knex(table('account'))
  if (filters.within !== null) query.whereIn('id', branchQuery(knex, { table }, filters.within))
  for (const column of ['role', 'status', 'kyc'] as const)
    if (filters[column] !== undefined) query.where(column, filters[column])
  return query
}

/** @param found One more than the page has, where there are more. */
function pageFrom(
  found: readonly Account[],
  limit: number,
  placeOf: (last: Account) => readonly (string | number)[],
): Page<Account> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last ? writeCursor(placeOf(last)) : null }
}
