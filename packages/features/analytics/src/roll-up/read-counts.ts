import { micro } from '@parakh/core'
import * as z from 'zod'
import type { AnalyticsQuery, LatencyCount, RolledUpGroup, UsageCount, UsageCounts } from '../contract.ts'
import { latencyBucket } from '../rules/latency-buckets.ts'
import { addPacked, type Latencies } from '../rules/packed-latencies.ts'
import { figureStatements } from '../tables/figure-statements.ts'
import { startOfDay } from '../tables/indian-days.ts'
import { type RollUpParts, rolledUpThrough } from './advance-roll-ups.ts'

const DAY_MS = 86_400_000
/** So many rows that no roll-up has yet are quicker read one after the other than looked up by account. */
const FEW = 50_000
const Outcome: z.ZodType<UsageCount['outcome']> = z.enum(['answer', 'none', 'failed', 'refused', 'replay'])
/** The outcome of a row. */
export const outcomeOf = (text: string): UsageCount['outcome'] => Outcome.parse(text)

/**
 * Counts of an account: from the roll-ups, and from the rows after them, both as of one moment.
 *
 * @param query Days that exist, the first not after the last.
 * @throws `ACCOUNT_NOT_FOUND`
 */
export async function readCounts(
  { tables, sequence }: RollUpParts,
  query: AnalyticsQuery & { readonly by: RolledUpGroup },
): Promise<UsageCounts> {
  const behind = (await sequence.newest()) - (await rolledUpThrough(tables))
  const rows = await tables.rows(figureStatements[query.by]({ ...asked(query), ...(behind <= FEW ? { few: 1 } : {}) }))
  if (rows.length === 0) await requireAccount(tables, query.accountId)
  const named = rows.map((row) => ({ ...row, group: groupOf(query, row.group) }))
  return {
    counts: named
      .filter(({ part }) => part !== 'histogram')
      .map(({ group, outcome, code, calls, charged }) => {
        return {
          group,
          outcome: outcomeOf(outcome),
          code: code === '' ? null : code,
          calls,
          charged: micro(charged),
        }
      }),
    latencies: named.flatMap(({ part, group, buckets, latency_ms, calls }) => {
      if (part === 'histogram') return unpacked(group, buckets)
      return part === 'row' ? [{ group, bucket: latencyBucket(latency_ms), calls }] : []
    }),
  }
}

const asked = (query: AnalyticsQuery) => ({
  ...askedTimes(query),
  ...{ first_day: dayOf(query.from), last_day: dayOf(query.until) },
})

/** Whose rows are asked, and of which times. */
export function askedTimes({ accountId, environment, endpoint, keyId, from, until }: AnalyticsQuery) {
  return {
    ...{ account_id: accountId, environment, from: startOfDay(dayOf(from)), until: startOfDay(dayOf(until) + 1) },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(keyId === undefined ? {} : { key_id: keyId }),
  }
}

/** Nothing is written: a transaction is what can tell that an account is there. */
export const requireAccount = (tables: RollUpParts['tables'], accountId: string) =>
  tables.transaction(function* (tx) {
    yield* tx.account(accountId)
  })

/** Days since 1970. */
const dayOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const textOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

function groupOf({ by }: AnalyticsQuery, group: string | number): string {
  if (by === 'total') return ''
  return by === 'day' ? textOfDay(Number(group)) : String(group)
}

/** @param packed Of one or several histograms. */
function unpacked(group: string, packed: string): readonly LatencyCount[] {
  const latencies: Latencies = new Map()
  addPacked(latencies, packed)
  return [...latencies].map(([bucket, calls]) => ({ group, bucket, calls }))
}
