import { Clock, type Logger } from '@parakh/core'
import { type CopiedDatabase, copyDatabase } from '@parakh/store'
import type { CheckedConfig } from './config/checked-config.ts'
import { serverErrors } from './error-codes.ts'
import { openHost } from './host-from-config.ts'
import { asLogger } from './services/pino-logger.ts'
import { databaseOptions } from './services/store-service.ts'

/** How the database of one configuration becomes that of another. */
export interface CopyDatabaseOptions {
  readonly from: CheckedConfig
  readonly to: CheckedConfig
  readonly logger: Logger
  /** Told after some hundred rows, with all rows that were read so far. */
  progress?(table: string, rows: number): void
}

const endOf = ({ database }: CheckedConfig) => {
  if (database === null || 'knex' in database) throw serverErrors.error('DATABASE_NOT_COPIED')
  const { tablePrefix } = database
  return { database: databaseOptions(database, false), ...(tablePrefix === undefined ? {} : { tablePrefix }) }
}

/**
 * Copies all that one configuration has stored into the database of another one, which is migrated first.
 *
 * @throws `DATABASE_NOT_MIGRATED`, `DATABASE_NOT_COPIED`, and what `copyDatabase` of `@parakh/store` throws.
 */
export async function copyConfiguredDatabase(options: CopyDatabaseOptions): Promise<CopiedDatabase> {
  const { from, to, progress } = options
  const ends = { from: endOf(from), to: endOf(to) }
  const logger = asLogger(options.logger)
  const source = await openHost(from, { migrate: false, logger })
  const clock = source.get(Clock)
  await source.stop()
  await (await openHost(to, { migrate: true, logger })).stop()
  return await copyDatabase({
    ...{ ...ends, logger, now: () => clock.now().getTime() },
    ...(progress ? { progress } : {}),
  })
}
