import { Clock, HostScopes, Ids, KeyProviders, Logger, PluginTables, type Service, Store, service } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { createStore, type DatabaseOptions } from '@parakh/store'
import type { DatabaseSection } from '../config/database-section.ts'
import type { SecretsSection } from '../config/secrets.ts'
import { serverErrors } from '../error-codes.ts'

/** The options of the default store. */
export interface StoreServiceOptions {
  readonly database: DatabaseSection
  readonly secrets: SecretsSection
  readonly keysPerAccount: number
  /** How long a new call may wait for its batch to begin, in milliseconds. */
  readonly longestWaitMs: number
  /** True: migrate the schema; false: refuse one that is not up to date. */
  readonly migrate: boolean
}

/** How the store opens a database. @param migrate False: a file that is not there is refused. */
export function databaseOptions(database: DatabaseSection, migrate: boolean): DatabaseOptions {
  if ('knex' in database) return { knex: database.knex }
  if (database.client === 'sqlite3') return { client: 'sqlite3', filename: database.filename, mustExist: !migrate }
  const { client, connection, pool = {}, timeouts = {} } = database
  return { client, connection, pool: given(pool), timeouts: given(timeouts) }
}

/** Without omitted options: the store has its own defaults. */
const given = <T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** The store of a configuration, opened when the host is composed and closed with it. */
export function storeService(options: StoreServiceOptions): Service {
  const { database, secrets, keysPerAccount, longestWaitMs, migrate } = options
  const needs = {
    clock: Clock,
    ids: Ids,
    logger: Logger,
    composed: PluginTables,
    scopes: HostScopes,
    providers: KeyProviders,
  }
  return service(Store, needs, async ({ clock, ids, logger, composed, scopes, providers }) => {
    const { tablePrefix } = database
    const store = await createStore({
      database: databaseOptions(database, migrate),
      ...(tablePrefix === undefined ? {} : { tablePrefix }),
      decide,
      secrets: { pepper: secrets.pepper, subjectKeys: secrets.subjectKeys, masterKey: [...providers.values()] },
      clock,
      ids,
      logger,
      scopes,
      keysPerAccount,
      batch: { longestWaitMs },
      requireDurable: process.env['NODE_ENV'] === 'production',
    })
    try {
      // Migrations of plugins are the store's.
      store.pluginTables?.use(composed)
      if (migrate) await store.migrate()
      else if (!(await store.migrated())) throw serverErrors.error('DATABASE_NOT_MIGRATED')
    } catch (error) {
      await store.close()
      throw error
    }
    return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() })
  })
}
