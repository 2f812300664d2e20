import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isParakhError } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import { type CheckedConfig, openHost } from '@parakh/server/host'
import { commandLogger } from '../terminal/command-logger.ts'
import type { Session } from '../terminal/session.ts'
import { loadConfiguration } from './load-configuration.ts'

/** How a host is opened. */
export interface HostRequest {
  /** The value of `--config`. */
  readonly config?: string
  /** True: migrate the database. False: refuse one whose schema is not up to date. */
  readonly migrate?: boolean
}

/**
 * Opens a host from the configuration, runs some work, and closes it. It does not serve, so it can run beside a server.
 *
 * @param work Its value is returned.
 * @throws `DATABASE_NOT_MIGRATED`, and what the configuration and the work throw.
 */
export async function withHost<T>(
  session: Session,
  request: HostRequest,
  work: (host: Host, config: CheckedConfig) => T | Promise<T>,
): Promise<T> {
  const config = await loadConfiguration(session.terminal, request)
  return await using(session, config, { migrate: request.migrate === true, work: (host) => work(host, config) })
}

/**
 * The same for work that shows installed endpoints and prices. It needs no secrets and no database: if the database is missing or
 * cannot be read (then with a notice), it uses an empty temporary one.
 */
export async function withInstalled<T>(
  session: Session,
  request: Pick<HostRequest, 'config'>,
  work: (host: Host, config: CheckedConfig) => T | Promise<T>,
): Promise<T> {
  const config = await loadConfiguration(session.terminal, { ...request, withoutSecrets: true })
  const there = await openThere(session, config)
  if (there) return await closing(there, (host) => work(host, config))
  const folder = await mkdtemp(join(tmpdir(), 'parakh-installed-'))
  try {
    const apart = { ...config, database: emptyDatabase(config, folder) }
    return await using(session, apart, { migrate: true, work: (host) => work(host, config) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs some work on a database that is there and up to date; none where there is no file yet. @throws Also where it cannot be read. */
export async function withReadable(
  session: Session,
  config: CheckedConfig,
  work: (host: Host) => Promise<void>,
): Promise<void> {
  const { database } = config
  if (database && 'filename' in database && !existsSync(database.filename)) return
  await using(session, config, { migrate: false, work })
}

/** The host on the configured database; null: its prices cannot be read. */
async function openThere(session: Session, config: CheckedConfig): Promise<Host | null> {
  const { database } = config
  if (database && 'filename' in database && !existsSync(database.filename)) return null
  try {
    return await openHost(config, { migrate: false, logger: commandLogger(session.terminal, 'error') })
  } catch (error) {
    if (!database || !isParakhError(error)) throw error
    session.terminal.err(
      `Prices that were set in the database are not shown: ${error.message} (${error.code}). Those of the configuration and the plugins are.\n`,
    )
    return null
  }
}

/** Null: the configuration has its own store, which is opened. */
const emptyDatabase = ({ database }: CheckedConfig, folder: string): CheckedConfig['database'] =>
  database && { client: 'sqlite3', filename: join(folder, 'empty.db') }

async function using<T>(
  session: Session,
  config: CheckedConfig,
  { migrate, work }: { migrate: boolean; work: (host: Host) => T | Promise<T> },
): Promise<T> {
  return await closing(await openHost(config, { migrate, logger: commandLogger(session.terminal, 'error') }), work)
}

async function closing<T>(host: Host, work: (host: Host) => T | Promise<T>): Promise<T> {
  try {
    return await work(host)
  } finally {
    await host.stop()
  }
}
