import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'

/** Bodies of one short transaction: SQLite's write lock is held for a few milliseconds. */
const PAGE = 500
/** Between two transactions, so that writers of other processes come in between. */
const PAUSE_MS = 5

/**
 * Drops the bytes of events from before a time that nobody waits for, and with them their attempts, oldest first.
 *
 * @param before Milliseconds since 1970.
 * @returns How many events were forgotten.
 */
export async function purgeAttempts({ knex, table, write }: Database, before: number): Promise<number> {
  const [bodies, attempts] = [table('webhook_body'), table('webhook_attempt')]
  const waiting = (): Knex.QueryBuilder =>
    knex({ a: attempts }).whereRaw('a.event_id = b.event_id').where('a.status', 'pending').select(knex.raw('1'))
  for (let dropped = 0; ; ) {
    const page: readonly { event_id: string }[] = await knex({ b: bodies })
      .where('b.at', '<', before)
      .whereNotExists(waiting())
      .orderBy('b.at')
      .limit(PAGE)
      .select('b.event_id')
    const ids = page.map(({ event_id }) => event_id)
    await write(async (transaction) => {
      await transaction(attempts).whereIn('event_id', ids).delete()
      await transaction(bodies).whereIn('event_id', ids).delete()
    })
    dropped += ids.length
    if (ids.length < PAGE) return dropped
    await sleep(PAUSE_MS)
  }
}
