import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { unpackWindows } from './key-windows.ts'

const Packed = z.tuple([z.number(), z.record(z.string(), z.array(z.number()))], z.unknown())
const Row = z.object({ key_id: z.string(), windows: z.string() })

/**
 * When each key made the last call that its rate windows counted, to the second, read from the windows by their primary key (decision 0111).
 * What is older than a minute leaves a window with the next call alone: the newest second of a key that rests stays.
 */
export async function readLastUsed(
  { knex, table }: Pick<Database, 'knex' | 'table'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows: unknown = await knex(table('key_window')).whereIn('key_id', ids).select('key_id', 'windows')
  const used = new Map<string, Date>()
  for (const { key_id, windows } of z.array(Row).parse(rows)) {
    const [inFlight, packed] = Packed.parse(JSON.parse(windows))
    const counted = Object.values(unpackWindows([inFlight, packed]).scopes).flat()
    const newest = Math.max(...counted.map(([second]) => second))
    if (counted.length > 0) used.set(key_id, new Date(newest * 1000))
  }
  return used
}
