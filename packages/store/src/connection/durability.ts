import type { Logger } from '@parakh/core'
import type { Knex } from 'knex'
import { storeErrors } from '../error-codes.ts'
import type { OpenedDatabase } from './database.ts'

/** What is expected of a database's durability. */
export interface DurabilityOptions {
  readonly logger: Logger
  /** True: refuse a PostgreSQL that may lose commits; else it is a warning. */
  readonly require: boolean
}

/**
 * Makes sure that a commit outlives a power cut (reliability.md section 0, rule 8), and waits for a synchronous standby where there is one.
 * A test that kills processes cannot show it.
 *
 * @throws `DURABILITY_OFF`
 */
export async function assertDurable(database: OpenedDatabase, { logger, require }: DurabilityOptions): Promise<void> {
  if (database.dialect === 'sqlite3') return await assertSqlite(database.knex)
  const weak = await weakPostgresSettings(database.knex)
  for (const setting of weak) {
    if (require) throw storeErrors.error('DURABILITY_OFF', { setting, allowed: 'fsync = on, synchronous_commit = on' })
    logger.warn('store.durability-off', { setting })
  }
}

async function assertSqlite(knex: Knex): Promise<void> {
  // The mode is the file's and stays: an injected knex may have made it in another one.
  const [journal]: readonly { journal_mode: string }[] = await knex.raw('pragma journal_mode = wal')
  const [synchronous]: readonly { synchronous: number }[] = await knex.raw('pragma synchronous')
  const allowed = 'journal_mode = wal, synchronous = full'
  if (journal?.journal_mode !== 'wal')
    throw storeErrors.error('DURABILITY_OFF', { setting: `journal_mode = ${String(journal?.journal_mode)}`, allowed })
  if ((synchronous?.synchronous ?? 0) < 2)
    throw storeErrors.error('DURABILITY_OFF', { setting: `synchronous = ${String(synchronous?.synchronous)}`, allowed })
}

async function weakPostgresSettings(knex: Knex): Promise<readonly string[]> {
  const { rows }: { rows: readonly { name: string; setting: string }[] } = await knex.raw(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') and (setting = 'off'
      or (setting = 'local' and current_setting('synchronous_standby_names') <> ''))`,
  )
  return rows.map(({ name, setting }) => `${name} = ${setting}`)
}
