import {
  CONSENT_STATES,
  type ConsentQuery,
  type GivenConsent,
  type Page,
  readCursor,
  WITHDRAWN_CONSENTS,
  writeCursor,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted, Moment } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { whereAmong } from '../connection/where-among.ts'
import { LISTED_CONSENTS } from './listed-consents.ts'

/** Rows that one page looks at for a filter that no index has: on SQLite all other reads of the process wait meanwhile. */
export const MOST_LOOKED_AT = 5_000
const MOST = 1_000
/** Time and id of the last row of the page before, in milliseconds since 1970. */
const Place = z.tuple([z.int(), z.int()])
type Place = z.output<typeof Place>
const NEWEST_FIRST = ['at', 'id'].map((column) => ({ column, order: 'desc' as const }))

const PlaceRow = z.object({ at: Counted, id: Counted }).transform(({ at, id }): Place => [at, id])
const Row = z
  .object({
    ...{ id: Counted, at: Moment, account_id: z.string(), reference: z.string(), key_id: z.string() },
    ...{ endpoint: z.string(), purpose: z.string(), notice: z.string(), artefact: z.string(), subject: z.string() },
    ...{
      ip: z.string(),
      state: z.enum(CONSENT_STATES),
      withdrawn_at: Moment.nullable(),
      expires_at: Moment.nullable(),
    },
  })
  .transform(({ id, account_id, key_id, withdrawn_at, expires_at, ...row }) => ({
    place: [row.at.getTime(), id] satisfies Place,
    consent: {
      ...{ ...row, accountId: account_id, keyId: key_id, withdrawnAt: withdrawn_at, expiresAt: expires_at },
    } satisfies GivenConsent,
  }))

type Tables = Pick<Database, 'dialect' | 'knex' | 'table'>

/**
 * A page of the consents that production calls were made under. The index by time, account or reference has them in this order; of a key, an
 * endpoint or a state `MOST_LOOKED_AT` rows are looked at.
 *
 * @param now Milliseconds since 1970.
 * @throws `CURSOR_INVALID`
 */
export async function pageConsents(database: Tables, query: ConsentQuery, now: number): Promise<Page<GivenConsent>> {
  const limit = Math.min(query.limit, MOST)
  const end = isFiltered(query) ? await endOfLook(database, query) : null
  const rows = z.array(Row).parse(await found(database, { ...query, limit: limit + 1 }, { end, now }))
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)?.place : end
  return { items: page.map(({ consent }) => consent), next: last ? writeCursor([...last]) : null }
}

const isFiltered = ({ keyId, endpoint, state }: ConsentQuery): boolean => (keyId ?? endpoint ?? state) !== undefined

/** The consents of a query by what indexes have, newest first. */
function newest(database: Tables, { accountIds, artefact, from, until, cursor }: ConsentQuery): Knex.QueryBuilder {
  const rows = database.knex(database.table('consent')).whereRaw(LISTED_CONSENTS).orderBy(NEWEST_FIRST)
  if (accountIds?.length === 1) rows.where('account_id', `${accountIds[0]}`)
  else if (accountIds) whereAmong(rows, database, { column: 'account_id', values: accountIds })
  if (artefact !== undefined) rows.where({ artefact })
  if (from) rows.where('at', '>=', from.getTime())
  if (until) rows.where('at', '<', until.getTime())
  if (cursor !== null) {
    const [at, id] = readCursor(cursor, Place)
    // The first condition is one of the index.
    rows.where('at', '<=', at).where((before) => before.where('at', '<', at).orWhere('id', '<', id))
  }
  return rows
}

/** The last row that is looked at; null: all are. */
async function endOfLook(database: Tables, query: ConsentQuery): Promise<Place | null> {
  const row: unknown = await newest(database, query)
    .offset(MOST_LOOKED_AT - 1)
    .first('at', 'id')
  return row === undefined ? null : PlaceRow.parse(row)
}

interface Look {
  readonly end: Place | null
  readonly now: number
}

function found(database: Tables, query: ConsentQuery, { end, now }: Look): Knex.QueryBuilder {
  const { knex, table } = database
  const { keyId, endpoint, state, limit } = query
  const looked = newest(database, query).select()
  if (!isFiltered(query)) looked.limit(limit)
  else if (end)
    looked.where('at', '>=', end[0]).where((after) => after.where('at', '>', end[0]).orWhere('id', '>=', end[1]))
  const states = knex.raw(
    `case when withdrawn.created_at is not null then 'withdrawn' when own.expires_at <= ? then 'expired' else 'given' end`,
    [now],
  )
  // Together first: joined one by one, a database might begin with the calls.
  const rows = knex
    .withMaterialized('own', looked)
    .from({ own: 'own' })
    .join({ call: table('call') }, 'call.reference', 'own.reference')
    .leftJoin({ withdrawn: table('record') }, (on) =>
      on
        .on('withdrawn.account_id', 'own.account_id')
        .andOn('withdrawn.environment', 'own.environment')
        .andOnVal('withdrawn.collection', WITHDRAWN_CONSENTS)
        .andOn('withdrawn.id', 'own.artefact'),
    )
    .orderBy(NEWEST_FIRST.map((order) => ({ ...order, column: `own.${order.column}` })))
    .limit(limit)
    .select('own.id', 'own.at', 'own.account_id', 'own.reference', 'call.key_id', 'call.endpoint', 'own.purpose')
    .select('own.notice', 'own.artefact', 'own.subject', 'own.ip', 'own.expires_at')
    .select({ withdrawn_at: 'withdrawn.created_at', state: states })
  if (keyId !== undefined) rows.where('call.key_id', keyId)
  if (endpoint !== undefined) rows.where('call.endpoint', endpoint)
  if (state !== undefined) rows.whereRaw('(?) = ?', [states, state])
  return rows
}
