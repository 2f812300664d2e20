import type { Database } from './database.ts'

/** PostgreSQL's time of day as it is now, not when a transaction began, in whole milliseconds since 1970. */
export async function databaseNow({ knex }: Pick<Database, 'knex'>): Promise<number> {
  const { rows }: { rows: readonly { now: number | string }[] } = await knex.raw(
    'select extract(epoch from clock_timestamp()) * 1000 as now',
  )
  return Math.floor(Number(rows[0]?.now))
}
