import type { UsageQuery } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { DAY_SQL, dayOf, startOfDay } from './indian-days.ts'
import type { UsageSpan } from './usage-of-wallet.ts'

/** So many rows that no roll-up has yet are looked at; of more, every day counts as one that may have a match. */
export const MOST_BEHIND = 20_000

const Days = z.array(z.object({ day: Counted }))
const Behind = z.object({ through_id: Counted, last_id: z.union([Counted, z.null()]) })

/**
 * The days of a span that may have rows of these filters, as spans, newest first: those that the roll-ups counted, and those of rows that no
 * roll-up has yet. Status and request id are not in the roll-ups.
 */
export async function spansWithMatches(
  database: Database,
  span: UsageSpan,
  query: Pick<UsageQuery, 'endpoints' | 'keyId' | 'outcome'>,
): Promise<readonly UsageSpan[]> {
  if (query.endpoints === undefined && query.keyId === undefined && query.outcome === undefined) return [span]
  // In this order: a row that is rolled up meanwhile is found twice, and not never.
  const behind = await daysBehind(database, span)
  if (behind === null) return [span]
  const days = new Set([...behind, ...(await daysRolledUp(database, span, query))])
  return spansOf(
    [...days].sort((one, other) => other - one),
    span,
  )
}

/** Days that follow each other make one span. @param days Newest first. */
function spansOf(days: readonly number[], span: UsageSpan): readonly UsageSpan[] {
  const spans: { from: number; until: number }[] = []
  for (const day of days) {
    const [from, until] = [startOfDay(day), startOfDay(day + 1)]
    const last = spans.at(-1)
    if (last?.from === until) last.from = from
    else spans.push({ from, until })
  }
  return spans.map(({ from, until }) => {
    return { ...span, from: Math.max(from, span.from), until: Math.min(until, span.until) }
  })
}

async function daysRolledUp(
  { knex, table }: Database,
  { accountId, environment, from, until }: UsageSpan,
  { endpoints, keyId, outcome }: Pick<UsageQuery, 'endpoints' | 'keyId' | 'outcome'>,
): Promise<readonly number[]> {
  const asked = { ...(keyId === undefined ? {} : { key_id: keyId }), ...(outcome === undefined ? {} : { outcome }) }
  const query = knex(table('usage_roll_up'))
    .where({ account_id: accountId, environment, ...asked })
    .whereRaw('day between cast(? as bigint) and cast(? as bigint)', [dayOf(from), dayOf(until - 1)])
  if (endpoints) query.whereIn('endpoint', [...endpoints])
  return Days.parse(await query.distinct('day')).map(({ day }) => day)
}

/** Of rows that no roll-up has yet, read by their ids; null where they are many. */
async function daysBehind(database: Database, span: UsageSpan): Promise<readonly number[] | null> {
  const { knex, dialect, table } = database
  const last =
    dialect === 'pg' ? `select last_value from ${table('usage_id_seq')}` : `select max(id) from ${table('usage')}`
  const row: unknown = await knex(table('usage_rolled_up'))
    .where({ id: 1 })
    .first('through_id', knex.raw(`(${last}) as last_id`))
  const { through_id: through, last_id } = Behind.parse(row)
  if ((last_id ?? 0) - through > MOST_BEHIND) return null
  const { accountId, environment, from, until } = span
  const days = (reader: Knex): Knex.QueryBuilder =>
    reader(table('usage'))
      .where({ environment })
      // No index begins with an expression: they are read by their ids.
      .whereRaw(`id > ? and account_id || '' = ? and at >= ? and at < ?`, [through, accountId, from, until])
      .select(reader.raw(`distinct ${DAY_SQL} as day`))
  if (dialect === 'sqlite3') return Days.parse(await days(knex)).map(({ day }) => day)
  return await knex.transaction(async (transaction) => {
    // By the summaries of ids, whatever is believed of a month that has just begun.
    await transaction.raw('set local enable_seqscan = off')
    return Days.parse(await days(transaction)).map(({ day }) => day)
  })
}
