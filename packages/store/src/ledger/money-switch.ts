import type { Clock, MoneyState, MoneySwitch } from '@parakh/core'
import * as z from 'zod'
import { Counted, Moment } from '../columns.ts'
import type { OpenedDatabase } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

const ONLY_ROW = 1
/** Why paid calls are refused in a database into which another one is copied. */
export const COPY_INCOMPLETE = 'A copy into this database is not complete: run "parakh database copy" again'
const FILE_REPLACED =
  'the SQLite file was deleted or replaced while it is open: put it back, stop the server by SIGTERM, which writes its log into it, and start it again'

const Row = z
  .object({
    mode: z.enum(['on', 'stopped', 'recovery']),
    reason: z.string(),
    since: Moment,
    lost_from: z.union([Counted, z.null()]),
    lost_until: z.union([Counted, z.null()]),
  })
  .transform(
    ({ mode, reason, since, lost_from: from, lost_until: until }): MoneyState => ({
      ...{ mode, reason, since },
      lost: from === null || until === null ? null : { from: new Date(from), until: new Date(until) },
    }),
  )

/**
 * Whether money moves: one row, which every process of the database reads.
 *
 * @example
 * await createMoneySwitch({ database, clock }).stop('stopped', 'I3: a wallet that its entries do not explain')
 */
export function createMoneySwitch({
  database,
  clock,
}: {
  readonly database: OpenedDatabase
  readonly clock: Clock
}): MoneySwitch {
  const table = database.table('money_state')
  const read = async (): Promise<MoneyState> => Row.parse(await database.knex(table).where({ id: ONLY_ROW }).first())
  // What another file says of the money, or one that nobody will find again, does not count.
  const state = async (): Promise<MoneyState> =>
    database.storage.isReplaced
      ? { mode: 'stopped', reason: FILE_REPLACED, since: clock.now(), lost: null }
      : await read()
  return {
    state,
    async stop(mode, reason) {
      const since = clock.now().getTime()
      await database.write(async (transaction) => {
        const from = mode === 'recovery' ? ['on', 'stopped', 'recovery'] : ['on']
        await transaction(table).where({ id: ONLY_ROW }).whereIn('mode', from).update({ mode, reason, since })
      })
      return await state()
    },
    async resume(reason, { lost } = {}) {
      // Its ledger may even verify: what is missing may be calls, keys or units.
      if ((await read()).reason === COPY_INCOMPLETE) throw storeErrors.error('DATABASE_COPY_INCOMPLETE')
      const since = clock.now().getTime()
      const window = lost ? { lost_from: lost.from.getTime(), lost_until: lost.until.getTime() } : {}
      await database.write((transaction) =>
        transaction(table)
          .where({ id: ONLY_ROW })
          .update({ mode: 'on', reason, since, ...window }),
      )
      return await state()
    },
  }
}
