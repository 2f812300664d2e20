import { keysStillMissing, type StateRows } from './batch-state.ts'
import type { Footprint } from './footprint.ts'

const NOTHING = { wallets: [], claims: [], uniqueKeys: [], calls: [], credits: [], records: [], counters: [] }

/**
 * Reads all that a batch touches: the keys of calls that hold a request id are known once those calls are read.
 *
 * @param read Reads under the locks of the batch, in a statement of its own: the snapshot of the statement that locks would have newer
 *   wallets and older calls.
 */
export async function readState<Rows extends StateRows>(
  read: (footprint: Footprint) => Promise<Rows>,
  footprint: Footprint,
): Promise<Rows> {
  const rows = await read(footprint)
  const missing = keysStillMissing(rows)
  if (missing.length === 0) return rows
  const { keys } = await read({ ...NOTHING, at: footprint.at, keys: missing })
  return { ...rows, keys: [...rows.keys, ...keys] }
}
