import type { Steps, TableTransaction } from '@parakh/core'
import { addPacked, packLatencies } from '../rules/packed-latencies.ts'
import { rollUpStatements } from '../tables/roll-up-statements.ts'
import type { CountedRows } from './count-rows.ts'

/** Adds counts to what is there. */
export function* addCounts(tx: TableTransaction, counts: CountedRows['counts']): Steps<void> {
  if (counts.length > 0) yield* tx.run(rollUpStatements.addCounts({ rows: JSON.stringify(counts) }))
}

/** Adds histograms to those that are there. Nobody else does meanwhile: the id up to which rows are counted was moved in this transaction. */
export function* addLatencies(tx: TableTransaction, latencies: CountedRows['latencies']): Steps<void> {
  if (latencies.length === 0) return
  const asked = latencies.map(({ key }, place) => [...key, place])
  const found = yield* tx.rows(rollUpStatements.histograms({ rows: JSON.stringify(asked) }))
  const before = new Map(found.map(({ place, buckets }) => [place, buckets]))
  const rows = latencies.map(({ key, latencies: added }, place) => {
    const together = new Map(added)
    addPacked(together, before.get(place) ?? '')
    return [...key, packLatencies(together)]
  })
  yield* tx.run(rollUpStatements.putHistograms({ rows: JSON.stringify(rows) }))
}
