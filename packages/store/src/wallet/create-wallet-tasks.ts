import {
  type Clock,
  checkReason,
  type Ids,
  micro,
  type OpenWalletTask,
  readCursor,
  type WalletTask,
  type WalletTasks,
  walletTaskKey,
  writeCursor,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { appendAudit } from '../audit/append-audit.ts'
import { Counted, EnvironmentColumn } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

/** What the tasks of external wallets are made from. */
export interface WalletTaskOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}

const Row = z
  .object({
    reference: z.string(),
    step: z.enum(['capture', 'release', 'refund', 'credit']),
    account_id: z.string(),
    environment: EnvironmentColumn,
    amount: Counted.transform(micro),
    at: Counted,
    attempts: Counted,
    next_at: Counted,
    error: z.string().nullable(),
  })
  .transform(({ account_id: accountId, next_at: nextAt, ...row }): OpenWalletTask => ({ ...row, accountId, nextAt }))
const Rows = z.array(Row)
/** Where a page of the list ended. */
const Place = z.tuple([z.number(), z.string(), z.string()])
const [First] = [z.object({ open: Counted, oldest: Counted.nullable() })]

/** A refund that comes before the capture that it gives back would find nothing. */
const AFTER_CAPTURE = (table: string): string =>
  `(step <> 'refund' or not exists (select 1 from ${table} c where c.reference = ${table}.reference and c.step = 'capture'))`

/**
 * The tasks of external wallets on a database. They are added by whoever decides them, in the same transaction.
 *
 * @example
 * const tasks = createWalletTasks({ database, clock, ids })
 * for (const task of await tasks.claim(now, { limit: 50, leaseUntil: now + 30_000 })) await take(task)
 */
export function createWalletTasks({ database, clock, ids }: WalletTaskOptions): WalletTasks {
  const name = database.table('wallet_task')
  const one = (knex: Knex, task: Pick<WalletTask, 'reference' | 'step'>): Knex.QueryBuilder =>
    knex(name).where({ reference: task.reference, step: task.step })
  const find = async (transaction: Knex, key: string): Promise<OpenWalletTask> => {
    const slash = key.lastIndexOf('/')
    const row: unknown = await transaction(name)
      .where({ reference: key.slice(0, Math.max(0, slash)), step: key.slice(slash + 1) })
      .first()
    if (row === undefined) throw storeErrors.error('WALLET_TASK_NOT_FOUND', { key })
    return Row.parse(row)
  }
  return {
    async claim(at, { limit, leaseUntil }) {
      const due = (knex: Knex): Knex.QueryBuilder => knex(name).where('next_at', '<=', at).whereRaw(AFTER_CAPTURE(name))
      // A look without a lock: a server without tasks writes nothing.
      const found: unknown = await due(database.knex).first('reference')
      if (found === undefined) return []
      return await database.write(async (transaction) => {
        const picked = due(transaction).orderBy(['next_at', 'reference', 'step']).limit(limit)
        // Two processes never wait for each other's rows. SQLite has one writer at a time.
        if (database.dialect === 'pg') picked.forUpdate().skipLocked()
        const tasks = Rows.parse(await picked)
        for (const task of tasks) await one(transaction, task).update({ next_at: leaseUntil })
        return tasks.map((task) => ({ ...task, nextAt: leaseUntil }))
      })
    },
    async add({ accountId, nextAt, ...task }) {
      await database.write((transaction) =>
        transaction(name).insert({ ...task, account_id: accountId, next_at: nextAt }),
      )
    },
    async done(tasks) {
      if (tasks.length === 0) return
      const keys = tasks.map(({ reference, step }) => [reference, step])
      await database.write((transaction) => transaction(name).whereIn(['reference', 'step'], keys).delete())
    },
    async failed(task, nextAt, error) {
      await database.write((transaction) =>
        one(transaction, task).update({ next_at: nextAt, error }).increment('attempts', 1),
      )
    },
    async list({ before, cursor, limit }) {
      const asked = database
        .knex(name)
        .orderBy(['at', 'reference', 'step'])
        .limit(limit + 1)
      if (before !== undefined) asked.where('at', '<=', before)
      if (cursor !== null) asked.whereRaw('(at, reference, step) > (?, ?, ?)', readCursor(cursor, Place))
      const rows = Rows.parse(await asked)
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      const next = rows.length > limit && last ? writeCursor([last.at, last.reference, last.step]) : null
      return { items, next }
    },
    async backlog() {
      const row: unknown = await database.knex(name).min({ oldest: 'at' }).count({ open: '*' }).first()
      const { open, oldest } = First.parse(row)
      return { open, oldestAt: oldest }
    },
    retry: (key, at) =>
      database.write(async (transaction) => {
        const task = await find(transaction, key)
        await one(transaction, task).update({ next_at: at })
        return { ...task, nextAt: at }
      }),
    resolve: (key, { actor, reason }) =>
      database.write(async (transaction) => {
        checkReason(reason)
        const task = await find(transaction, key)
        await one(transaction, task).delete()
        const { accountId, environment, step, amount } = task
        await appendAudit(transaction, database, {
          ...{
            id: ids.next(),
            at: clock.now(),
            actor,
            action: 'wallet-task.resolve',
            accountId,
            before: { step, amount },
          },
          ...{ subject: `wallet/${accountId}/${environment}`, after: { task: walletTaskKey(task), reason } },
        })
        return task
      }),
  }
}
