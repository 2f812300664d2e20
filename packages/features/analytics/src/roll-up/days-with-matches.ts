import type { TableAccess, UsageLog, UsageQuery, UsageTimes } from '@parakh/core'
import { dayStatements } from '../tables/day-statements.ts'
import { dayOf, startOfDay } from '../tables/indian-days.ts'
import { type RollUpParts, rolledUpThrough } from './advance-roll-ups.ts'

/** So many rows that no roll-up has yet are looked at; of more, every day counts as one that may have a match. */
const MOST_BEHIND = 20_000

type Wallet = Parameters<UsageLog['page']>[0]

/**
 * The days of a time that may have rows of these filters, as spans, newest first: those that the roll-ups counted, and those of rows that no
 * roll-up has yet. Status and request id are not in the roll-ups. Null: every day may have a match.
 */
export async function spansWithMatches(
  parts: RollUpParts,
  wallet: Wallet,
  query: UsageQuery,
): Promise<readonly UsageTimes[] | null> {
  if (query.endpoints === undefined && query.keyId === undefined && query.outcome === undefined) return null
  // In this order: a row that is rolled up meanwhile is found twice, and not never.
  const behind = await daysBehind(parts, wallet, query)
  if (behind === null) return null
  const days = new Set([...behind, ...(await daysRolledUp(parts.tables, wallet, query))])
  return spansOf([...days].sort((one, other) => other - one))
}

/** Days that follow each other make one span. @param days Newest first. */
function spansOf(days: readonly number[]): readonly UsageTimes[] {
  const spans: { from: number; until: number }[] = []
  for (const day of days) {
    const [from, until] = [startOfDay(day), startOfDay(day + 1)]
    const last = spans.at(-1)
    if (last?.from === until) last.from = from
    else spans.push({ from, until })
  }
  return spans
}

async function daysRolledUp(
  tables: TableAccess,
  { accountId, environment }: Wallet,
  { from, until, endpoints, keyId, outcome }: UsageQuery,
): Promise<readonly number[]> {
  const rows = await tables.rows(
    dayStatements.rolledUp({
      ...{ account_id: accountId, environment, first_day: dayOf(from), last_day: dayOf(until - 1) },
      ...(keyId === undefined ? {} : { key_id: keyId }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(endpoints === undefined ? {} : { endpoints: [...endpoints] }),
    }),
  )
  return rows.map(({ day }) => day)
}

/** Of rows that no roll-up has yet; null where they are many. */
async function daysBehind(
  { tables, sequence }: RollUpParts,
  { accountId, environment }: Wallet,
  { from, until }: UsageQuery,
): Promise<readonly number[] | null> {
  const after = await rolledUpThrough(tables)
  if ((await sequence.newest()) - after > MOST_BEHIND) return null
  const rows = await tables.rows(dayStatements.after({ account_id: accountId, environment, from, until, after }))
  return rows.map(({ day }) => day)
}
