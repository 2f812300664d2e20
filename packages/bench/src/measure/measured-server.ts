import {
  type OwnDatabase,
  type PostgresServer,
  postgresDatabase,
  postgresServer,
  sqliteDatabase,
} from '../rig/database.ts'
import { type RigSecrets, rigSecrets } from '../rig/server-settings.ts'
import type { CallerHeaders } from '../servers/ready.ts'
import { type ChildServer, type ServerName, startServer } from './child-server.ts'
import { CALLERS } from './settings.ts'

/** A server as it is measured. */
export interface MeasuredServer {
  readonly name: string
  readonly server: ServerName
  /** SQLite unless given. */
  readonly postgres?: PostgresServer
  /** Where branches come from; `local` unless given. */
  readonly source?: 'local' | 'upstream'
  /** Processes on one database; 1 unless given. */
  readonly processes?: number
  /** Wallets with a key each. */
  readonly callers?: number
  /** Whether it refuses new calls while too many wait; false unless given: a refusal is no figure. */
  readonly sheds?: boolean
}

/** A database with the callers that it knows. */
export interface Place {
  readonly own: OwnDatabase
  readonly secrets: RigSecrets
  readonly callers: readonly CallerHeaders[]
}

/** Processes that take calls. */
export interface RunningServer extends Place {
  readonly servers: readonly ChildServer[]
  /** Ends the processes; the database stays. */
  stop(): Promise<void>
  /** Ends the processes and drops the database. */
  close(): Promise<void>
}

/**
 * Starts the processes of a server.
 *
 * @param place A database that was made before; without it, an empty one of its own.
 */
export async function startMeasuredServer(measured: MeasuredServer, place?: Place): Promise<RunningServer> {
  const { server, postgres, source = 'local', processes = 1, callers = CALLERS, sheds = false } = measured
  const own = place?.own ?? (await (postgres ? postgresDatabase(postgres) : sqliteDatabase()))
  const secrets = place?.secrets ?? rigSecrets()
  const settings = { database: own.database, secrets, source, sheds }
  const first = await startServer(server, { ...settings, callers: place ? 0 : callers })
  const others = await Promise.all(
    Array.from({ length: processes - 1 }, () => startServer(server, { ...settings, callers: 0 })),
  )
  const servers = [first, ...others]
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((one) => one.stop())))
  return {
    ...{ own, secrets, servers, stop },
    callers: place?.callers ?? first.callers,
    async close() {
      await stop()
      await own.drop()
    },
  }
}

/** Gives a PostgreSQL server that keeps what it has acknowledged. @throws Where it does not: its figures would be worth nothing. */
export async function withPostgres<Result>(work: (postgres: PostgresServer) => Promise<Result>): Promise<Result> {
  const postgres = await postgresServer()
  try {
    const { knex, drop } = await postgresDatabase(postgres)
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const { rows }: { rows: readonly Record<string, string>[] } = await knex.raw(`show ${setting}`)
      if (rows[0]?.[setting] !== 'on') throw new Error(`PostgreSQL has ${setting} ${rows[0]?.[setting]}`)
    }
    await drop()
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}
