import { setTimeout as sleep } from 'node:timers/promises'
import type { TableAccess, UsageSequence } from '@parakh/core'
import type { RollUpProgress } from '../contract.ts'
import { rollUpStatements } from '../tables/roll-up-statements.ts'
import { type CountedRows, countRows } from './count-rows.ts'
import { addCounts, addLatencies } from './keep-counts.ts'

/** Ids that are counted at once. */
const WIDTH = { least: 500, usual: 20_000, most: 100_000 } as const
/** Counts that are written in one transaction: on SQLite calls wait for it. */
const MOST_COUNTS = 1_000
/** Between two transactions, so that writers of other processes come in between. */
const PAUSE_MS = 5

/** What roll-ups are made with. */
export interface RollUpParts {
  readonly tables: TableAccess
  readonly sequence: UsageSequence
}

/**
 * Takes every row into the roll-ups that will ever have an id up to the highest one of now. Rows are counted outside of the
 * transaction, since they never change; in it stand the counts and the id up to which they go, together or not at all. Of two
 * processes one moves that id, and the other goes on from there.
 */
export async function advanceRollUps({ tables, sequence }: RollUpParts, signal?: AbortSignal): Promise<RollUpProgress> {
  const settled = await sequence.settled()
  if (settled === null) return { rows: 0, caughtUp: false }
  let rows = 0
  for (let width: number = WIDTH.usual; ; ) {
    const after = await rolledUpThrough(tables)
    if (after >= settled) return { rows, caughtUp: true }
    if (signal?.aborted) return { rows, caughtUp: false }
    const through = Math.min(after + width, settled)
    const counted = countRows(await tables.rows(rollUpStatements.newRows({ after, through })))
    width = nextWidth(through - after, counted)
    // Calls of many accounts: fewer of them at once.
    if (counted.counts.length > MOST_COUNTS && through - after > width) continue
    if (await keep(tables, { after, through, ...counted })) rows += counted.rows
    await sleep(PAUSE_MS)
  }
}

/** So many ids that about as many counts come of them as may be written at once; more where rows are gone. */
function nextWidth(span: number, { rows, counts }: Pick<CountedRows, 'rows' | 'counts'>): number {
  if (rows === 0) return Math.min(Math.max(span, WIDTH.usual) * 2, WIDTH.most)
  const fitting = Math.floor((span * MOST_COUNTS) / Math.max(counts.length, 1))
  return Math.max(WIDTH.least, Math.min(fitting, WIDTH.usual))
}

/** The id up to which rows are in the roll-ups. */
export async function rolledUpThrough(tables: Pick<TableAccess, 'first'>): Promise<number> {
  return (await tables.first(rollUpStatements.through()))?.through_id ?? 0
}

interface Page extends CountedRows {
  readonly after: number
  readonly through: number
}

/** @returns False where another process was faster: nothing was written. */
const keep = (
  tables: Pick<TableAccess, 'transaction'>,
  { after, through, counts, latencies }: Page,
): Promise<boolean> =>
  tables.transaction(function* (tx) {
    const moved = yield* tx.run(rollUpStatements.move({ after, through }))
    if (moved === 0) return false
    yield* addCounts(tx, counts)
    yield* addLatencies(tx, latencies)
    return true
  })
