import type { CallState, Environment, SettleResult } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { lockWallets } from '../wallet/lock-wallets.ts'
import { WITH_HOLD } from '../wallet/with-hold.ts'
import type { Batches } from './batch/create-batches.ts'
import { callColumns, callFromColumns } from './stored-calls.ts'

const PAGE = 500
/** A call that was never taken over has this epoch. */
const FIRST_EPOCH = 1

/** Open calls: released, listed, taken over. */
export interface OpenCalls {
  sweep(at: number, options?: { goneOwner?: { except: string }; madeAfter?: number }): Promise<number>
  unresolved(at: number, limit: number): Promise<readonly CallState[]>
  takeOver(reference: string, epoch: number, owner: string, leaseUntil: number): Promise<number | null>
}

/** What open calls are made from. */
export interface OpenCallsOptions {
  readonly database: Database
  readonly batches: Batches
  /** Called for each call that was released. */
  onReleased(reference: string): void
}

/** Which open calls. */
export interface OpenPage {
  readonly phases: readonly ('held' | 'dispatched' | 'accepted')[]
  /** The id of the last call seen. */
  readonly after: number
  /** Only those whose lease ended by then; null: all. */
  readonly at: number | null
  /** Those too that were admitted later than this. */
  readonly madeAfter?: number | undefined
  readonly limit: number
}

/** A query for open calls, by the partial index of them. */
export function openPage(
  { knex, table }: Pick<Database, 'knex' | 'table'>,
  { phases, after, at, madeAfter, limit }: OpenPage,
): Knex.QueryBuilder {
  const query = knex({ c: table('call') })
    .whereIn('c.phase', [...phases])
    // The partial index is used only if its condition is repeated, and if the order is not that of the primary key.
    .whereRaw(`c.${WITH_HOLD}`)
    .whereRaw('c.id + 0 > ?', [after])
    .orderByRaw('c.id + 0')
    .limit(limit)
  if (at !== null)
    query.where((ended) => {
      ended.where('c.lease_until', '<=', at)
      if (madeAfter !== undefined) ended.orWhere('c.at', '>', madeAfter)
    })
  return query
}

/** Looks after open holds (reliability.md section 2). */
export function createOpenCalls({ database, batches, onReleased }: OpenCallsOptions): OpenCalls {
  const { table } = database

  const page = async (asked: OpenPage) => {
    const query = openPage(database, asked)
    const rows: readonly Record<string, unknown>[] = await query.select({ id: 'c.id', ...callColumns('c') })
    return rows.map((row) => ({ id: Number(row['id']), call: callFromColumns(row) }))
  }
  const expire = async (call: CallState, at: number, force: boolean): Promise<boolean> => {
    const { accountId, environment, reference, keyId, epoch } = call
    const result = await batches.run({ kind: 'expire', accountId, environment, reference, keyId, epoch, at, force })
    const released = (result as SettleResult).kind === 'done'
    if (released) onReleased(reference)
    return released
  }
  /** Ends the leases of dispatched writes whose owner is gone, or that were admitted before a clock was set back. */
  const endLeases = async (
    { at, madeAfter }: { at: number; madeAfter?: number },
    stranded: (call: CallState) => boolean,
  ): Promise<void> => {
    for (let after = 0; ; ) {
      const among = madeAfter === undefined ? { at: null } : { at, madeAfter }
      const found = await page({ phases: ['dispatched'], after, limit: PAGE, ...among })
      const calls = found.map(({ call }) => call).filter((call) => call.leaseUntil > at && stranded(call))
      if (calls.length > 0)
        await database.write(async (transaction) => {
          await lockWallets(
            transaction,
            database,
            calls.map(({ accountId, environment }) => [accountId, environment]),
          )
          for (const { reference, epoch } of calls)
            await transaction(table('call'))
              .where({ reference, epoch, phase: 'dispatched' })
              .update({ lease_until: at })
        })
      const last = found.at(-1)
      if (!last || found.length < PAGE) return
      after = last.id
    }
  }
  return {
    async sweep(at, { goneOwner, madeAfter } = {}) {
      if (goneOwner) await endLeases({ at }, ({ owner }) => owner !== goneOwner.except)
      // One that was taken over since the clock went back has a lease of this time, and keeps it.
      else if (madeAfter !== undefined)
        await endLeases({ at, madeAfter }, (call) => call.at > madeAfter && call.epoch === FIRST_EPOCH)
      let released = 0
      // A hold that waits for its async result waits for no process.
      const phases = goneOwner ? (['held'] as const) : (['held', 'accepted'] as const)
      for (let after = 0; ; ) {
        const found = await page({ phases, after, at: goneOwner ? null : at, madeAfter, limit: PAGE })
        const gone = found.filter(({ call }) =>
          goneOwner ? call.owner !== goneOwner.except : call.phase === 'held' || call.leaseUntil <= at,
        )
        const results = await Promise.all(
          gone.map(({ call }) =>
            expire(call, at, goneOwner !== undefined || (madeAfter !== undefined && call.at > madeAfter)),
          ),
        )
        released += results.filter(Boolean).length
        const last = found.at(-1)
        if (!last || found.length < PAGE) return released
        after = last.id
      }
    },
    async unresolved(at, limit) {
      return (await page({ phases: ['dispatched'], after: 0, at, limit })).map(({ call }) => call)
    },
    // biome-ignore lint/complexity/useMaxParams: Billing of core has these four.
    takeOver: (reference, epoch, owner, leaseUntil) =>
      database.write(async (transaction) => {
        const marked = { reference, epoch, phase: 'dispatched' }
        const calls = transaction(table('call'))
        const call: { account_id: string; environment: Environment } | undefined = await calls
          .clone()
          .where(marked)
          .first('account_id', 'environment')
        if (!call) return null
        // A settle decides under this lock: without it, one that has read the old epoch would overwrite the new one.
        await lockWallets(transaction, database, [[call.account_id, call.environment]])
        const taken = await calls
          .clone()
          .where(marked)
          .update({ epoch: epoch + 1, owner, lease_until: leaseUntil })
        return taken === 1 ? epoch + 1 : null
      }),
  }
}
