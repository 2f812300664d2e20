import { hostname } from 'node:os'
import type { Clock, Logger } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { troubleFacts } from '../connection/error-facts.ts'
import { storeErrors } from '../error-codes.ts'
import { isProcessAlive } from './process-alive.ts'

const HEARTBEAT_MS = 5_000
/** A process on another host counts as dead when it has been silent so long, in milliseconds. */
const SILENT_MS = 15_000
const ONLY_ROW = 1

interface LockRow {
  readonly owner: string
  readonly pid: number
  readonly host: string
  readonly heartbeat: number
}

/** What the lock is made from. */
export interface ServeLockOptions {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
}
/** The right of one process to serve a SQLite file. */
export interface ServeLock {
  /** Takes the lock, or that of a dead process. @throws `DATABASE_IN_USE` */
  take(owner: string): Promise<void>
  /** Gives it back, where it is held. */
  release(): Promise<void>
}

/** One row with process, host and heartbeat. */
export function createServeLock({ database, clock, logger }: ServeLockOptions): ServeLock {
  const table = database.table('serve_lock')
  let held: { readonly owner: string; readonly timer: NodeJS.Timeout } | null = null
  const now = (): number => clock.now().getTime()

  async function beat(owner: string): Promise<void> {
    try {
      const rows = await database.write((transaction) =>
        transaction(table).where({ owner }).update({ heartbeat: now() }),
      )
      if (rows === 0) logger.error('store.serve-lock-lost', { owner })
    } catch (error) {
      logger.warn('store.heartbeat-failed', { owner, ...troubleFacts(error, 'serveLock.beat') })
    }
  }
  return {
    async take(owner) {
      await database.write(async (transaction) => {
        await refuseServed(transaction, database, { at: now(), owner })
        const mine = { id: ONLY_ROW, owner, pid: process.pid, host: hostname(), heartbeat: now() }
        await transaction(table).insert(mine).onConflict('id').merge()
      })
      if (held) clearInterval(held.timer)
      held = { owner, timer: setInterval(() => void beat(owner), HEARTBEAT_MS).unref() }
    },
    async release() {
      if (!held) return
      const { owner, timer } = held
      held = null
      clearInterval(timer)
      await database.write((transaction) => transaction(table).where({ owner }).delete())
    },
  }
}

/** Refuses a SQLite file that a process serves. `owner` may. @throws `DATABASE_IN_USE` */
export async function refuseServed(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  { at, owner }: { readonly at: number; readonly owner?: string },
): Promise<void> {
  const row: LockRow | undefined = await knex(table('serve_lock')).where({ id: ONLY_ROW }).first()
  if (row && row.owner !== owner && serves(row, at))
    throw storeErrors.error('DATABASE_IN_USE', { pid: row.pid, host: row.host })
}

/**
 * A process of this host is asked whether it lives. Of another host only its heartbeat is known, and of our own number too: a
 * container that is started again has the host and the number of the one before.
 */
function serves({ pid, host, heartbeat }: LockRow, at: number): boolean {
  const askable = host === hostname() && Number(pid) !== process.pid
  // A heartbeat of a later time is of a clock that was set back since.
  return askable ? isProcessAlive(Number(pid)) : Math.abs(at - Number(heartbeat)) < SILENT_MS
}
