import type { MoveReservation } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

/**
 * Takes away the task that would release a reservation, in the transaction of the move that uses it. Once somebody has taken that task, the
 * reservation is released or about to be.
 *
 * @throws `WALLET_RESERVATION_ENDED`
 */
export async function useReservation(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { id, until }: MoveReservation,
): Promise<void> {
  const release = { reference: id, step: 'release', next_at: until, attempts: 0 }
  const taken: number = await transaction(table('wallet_task')).where(release).delete()
  if (taken === 0) throw storeErrors.error('WALLET_RESERVATION_ENDED', { id })
}
