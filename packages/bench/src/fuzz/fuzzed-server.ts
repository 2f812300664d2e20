import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { createServer, type Server } from '@parakh/server'
import { type OwnDatabase, sqliteDatabase } from '../rig/database.ts'
import { rigSecrets } from '../rig/server-settings.ts'
import { fuzzedConfig, PLUGINS_FROM } from './fuzzed-config.ts'

/** Memory of a server's process after a collection, in bytes. */
export interface ProcessMemory {
  /** The heap, and buffers outside of it. */
  readonly used: number
  readonly rss: number
}
/** A server with every plugin, and its database beside it. */
export interface FuzzedServer {
  readonly url: string
  /** A host on the same database, which makes accounts and credentials. */
  readonly host: Server['host']
  readonly database: OwnDatabase
  memory(): Promise<ProcessMemory>
  /** What the server logged as an error, a line each. */
  errors(): readonly string[]
  /** Ends it, and removes the database. */
  close(): Promise<void>
}

const nothing = (): void => undefined

/** A server in this process, on SQLite. */
export async function fuzzedServer(): Promise<FuzzedServer> {
  const database = await sqliteDatabase()
  const errors: string[] = []
  const logger = {
    ...{ debug: nothing, info: nothing, warn: nothing },
    error: (event: string, facts: object = {}) => void errors.push(JSON.stringify({ event, ...facts })),
  }
  const config = fuzzedConfig(database.database, rigSecrets())
  const server = await createServer(config, { folder: PLUGINS_FROM, development: true, logger })
  const { url } = await server.listen()
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  return {
    ...{ url, host: server.host, database, errors: () => errors },
    async memory() {
      collect()
      const { heapUsed, external, rss } = process.memoryUsage()
      return { used: heapUsed + external, rss }
    },
    async close() {
      await server.close()
      await database.drop()
    },
  }
}
