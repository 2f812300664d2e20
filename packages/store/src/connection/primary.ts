import * as z from 'zod'
import { storeErrors } from '../error-codes.ts'
import type { Database } from './database.ts'

const Answer = z.object({ rows: z.tuple([z.object({ standby: z.boolean() })]) })

/**
 * Of PostgreSQL. Whoever serves has to write; commands that only read may ask a standby.
 *
 * @throws `DATABASE_STANDBY`
 */
export async function assertPrimary({ knex }: Pick<Database, 'knex'>): Promise<void> {
  const { rows } = Answer.parse(await knex.raw('select pg_is_in_recovery() as standby'))
  if (rows[0].standby) throw storeErrors.error('DATABASE_STANDBY', {})
}
