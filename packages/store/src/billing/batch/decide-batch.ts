import type { BillingOperation, Decide, OperationResult } from '@parakh/core'
import { keysStillMissing, type StateRows, toBatchState } from './batch-state.ts'
import type { BatchEngine, BatchTries, Decided, ReadState } from './engine.ts'
import { type Footprint, footprintOf } from './footprint.ts'

/**
 * Runs operations as one transaction: lock, read, decide, write (design.md, "The life of a call"). Where the engine remembers what
 * it wrote, it is first tried without the reading.
 *
 * @returns A result per operation, once it is committed.
 */
export async function decideBatch(
  { engine, decide }: { readonly engine: BatchEngine; readonly decide: Decide },
  operations: readonly BillingOperation[],
  tries: BatchTries,
): Promise<readonly OperationResult[]> {
  let touched: Footprint | null = null
  const touching = (): Footprint => {
    touched ??= footprintOf(operations)
    return touched
  }
  const guessed = await engine.guess?.({ operations, decide, tries, footprint: touching })
  if (guessed) return guessed
  const footprint = touching()
  const work = async (read: ReadState): Promise<Decided> =>
    decide(toBatchState(await readAll(read, footprint)), operations)
  return await engine.run(footprint, work, tries)
}

const NOTHING = { wallets: [], claims: [], uniqueKeys: [], calls: [], credits: [], records: [], counters: [] }

async function readAll(read: ReadState, footprint: Footprint): Promise<StateRows> {
  const rows = await read(footprint)
  const missing = keysStillMissing(rows)
  if (missing.length === 0) return rows
  const more = await read({ ...NOTHING, at: footprint.at, keys: missing })
  return { ...rows, keys: [...rows.keys, ...more.keys] }
}
