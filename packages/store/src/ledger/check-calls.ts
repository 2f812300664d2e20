import type { Knex } from 'knex'
import type { Findings } from './findings.ts'
import type { Snapshot } from './snapshot.ts'

/** Calls looked at in one statement. */
const RANGE = 20_000
/** A read hold that outlives its lease by more was forgotten by the sweep, in milliseconds. */
const GRACE_MS = 60_000
const MOST_LISTED = 100

/**
 * Looks through all calls, range by range, for what must not be: forgotten holds (I7), charged answers without their stored
 * response (I11). A marked write may stay open: its outcome is asked for, or a person decides.
 *
 * @param at Milliseconds since 1970.
 * @param progress Called with the id up to which calls were checked.
 */
export async function checkCalls(
  snapshot: Snapshot,
  { findings, at, lastId }: { findings: Findings; at: number; lastId: number },
  progress: (id: number) => void,
): Promise<void> {
  const { transaction, table } = snapshot
  for (let from = 0; from < lastId; from += RANGE) {
    const calls = (): Knex.QueryBuilder =>
      transaction({ c: table('call') })
        .where('c.id', '>', from)
        .where('c.id', '<=', from + RANGE)
        .limit(MOST_LISTED)
    const report = async (invariant: string, query: Knex.QueryBuilder, what: string): Promise<void> => {
      const rows: readonly { reference: string }[] = await query.select('c.reference as reference')
      for (const { reference } of rows) findings.check(invariant, false, () => `${reference}: ${what}`)
    }
    const forgotten = calls()
      .where('c.phase', 'held')
      .where('c.lease_until', '<', at - GRACE_MS)
    await report('I7', forgotten, 'held past its lease')
    const halfEnded = calls().whereRaw(`(c.phase in ('held', 'dispatched')) <> (c.settled_at is null)`)
    await report('I7', halfEnded, 'its phase and the time of its end do not fit')
    const withoutResponse = calls()
      .leftJoin({ r: table('response') }, 'r.call_id', 'c.id')
      .where('c.phase', 'answered')
      .where('c.charged', '>', 0)
      .whereNull('r.call_id')
    await report('I11', withoutResponse, 'charged without a stored response')
    progress(Math.min(from + RANGE, lastId))
  }
}
