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
  /** True: bring the database up to date. Otherwise one that is not is refused. */
  readonly migrate?: boolean
}

/**
 * Opens a host by the configuration, does some work with it, and closes it again. It does not serve, so it works beside a
 * running server.
 *
 * @param work What is done; its value is returned.
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
 * The same for work that shows what is installed and what it costs. It needs no secrets, and there need not be a database: where there is none, or it cannot be
 * read, which is told, the work is done on an empty one that is thrown away.
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

/** The host on the database of the configuration; null where that one cannot show what prices were set in it. */
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

/** Null where the configuration brings a store of its own: then that one is opened. */
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
