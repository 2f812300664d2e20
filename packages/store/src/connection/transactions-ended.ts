import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import * as z from 'zod'

/** How long transactions that are under way are waited for, in milliseconds. */
const WITHIN_MS = 2_000
const POLL_MS = 20

/**
 * Whether every transaction with a number below this one ends within two seconds.
 *
 * @param number Of `pg_current_xact_id()`.
 */
export async function haveEnded(knex: Knex, number: bigint): Promise<boolean> {
  const late = AbortSignal.timeout(WITHIN_MS)
  while (!(await allEnded(knex, number))) {
    if (late.aborted) return false
    await sleep(POLL_MS)
  }
  return true
}

async function allEnded(knex: Knex, number: bigint): Promise<boolean> {
  const { rows } = await knex.raw('select pg_snapshot_xmin(pg_current_snapshot())::text as oldest')
  const [row] = z.array(z.object({ oldest: z.string() })).parse(rows)
  return row !== undefined && BigInt(row.oldest) >= number
}
