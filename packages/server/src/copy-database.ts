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

/** Secrets without which what was copied could not be read: keys of callers, data keys, people. */
const KEPT_UNDER = ['pepper', 'subjectKeys', 'masterKey'] as const

/** @throws `DATABASE_COPY_SECRETS` */
function requireSameSecrets({ from, to }: Pick<CopyDatabaseOptions, 'from' | 'to'>): void {
  const names = KEPT_UNDER.flatMap((name) => {
    const known = (to.secrets[name] ?? []).map(({ id, value }) => JSON.stringify([id, value]))
    const lacking = (from.secrets[name] ?? []).filter(({ id, value }) => !known.includes(JSON.stringify([id, value])))
    return lacking.map(({ id }) => `secrets.${name} "${id}"`)
  })
  if (names.length > 0) throw serverErrors.error('DATABASE_COPY_SECRETS', { names: names.join(', ') })
}

/**
 * Copies all that one configuration has stored into the database of another one, which is migrated first.
 *
 * @throws `DATABASE_COPY_SECRETS`, `DATABASE_NOT_MIGRATED`, `DATABASE_NOT_COPIED`, and what `copyDatabase` of `@parakh/store` throws.
 */
export async function copyConfiguredDatabase(options: CopyDatabaseOptions): Promise<CopiedDatabase> {
  const { from, to, progress } = options
  requireSameSecrets(options)
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
