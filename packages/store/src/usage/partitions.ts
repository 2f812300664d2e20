import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { retry } from '../connection/retry.ts'
import { isRetryablePostgres } from '../connection/retryable-postgres.ts'
import type { Month } from './months.ts'

/** A partition of the usage log, with the times that it takes, in milliseconds since 1970. */
export interface UsagePartition {
  readonly table: string
  readonly from: number
  /** Excluded. */
  readonly until: number
}

/** While a change of the partitions waits for a table's lock, all calls wait behind it: so it waits shortly, and asks again. */
const LOCK_WAIT = '1s'
const TRY_WITHIN_MS = 15_000

const Bound = z.object({ relname: z.string(), bound: z.string() })
const RANGE = /^FOR VALUES FROM \('(-?\d+)'\) TO \('(-?\d+)'\)$/

/** The partitions that have a range: all but the default one. */
export async function readPartitions(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
): Promise<readonly UsagePartition[]> {
  const { rows }: { rows: unknown } = await knex.raw(
    `select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(?)`,
    [table('usage')],
  )
  return z
    .array(Bound)
    .parse(rows)
    .flatMap(({ relname, bound }) => {
      const [, from, until] = RANGE.exec(bound) ?? []
      return from && until ? [{ table: relname, from: Number(from), until: Number(until) }] : []
    })
}

/** Makes a month's partition, and moves there what fell into the default one. @returns Whether it was missing. */
export async function addMonth(database: Database, month: Month): Promise<boolean> {
  const { table } = database
  const [usage, rest, added] = [table('usage'), table('usage_default'), table(`usage_${month.name}`)]
  return await changePartitions(database, async (transaction, partitions) => {
    if (partitions.some(({ from, until }) => from < month.until && until > month.from)) return false
    await transaction.raw(`create table ${added} (like ${usage} including defaults)`)
    // Whoever wrote to it before has ended, and whoever comes after finds the month: no row is left behind.
    await transaction.raw(`lock table ${rest} in access exclusive mode`)
    await transaction.raw(
      `with moved as (delete from ${rest} where at >= ${month.from} and at < ${month.until} returning *)
        insert into ${added} select * from moved`,
    )
    await transaction.raw(
      `alter table ${usage} attach partition ${added} for values from (${month.from}) to (${month.until})`,
    )
    return true
  })
}

/** Drops a partition, unless another process has. @returns Whether it was there. */
export const dropPartition = (database: Database, { table: name }: UsagePartition): Promise<boolean> =>
  changePartitions(database, async (transaction, partitions) => {
    if (!partitions.some(({ table }) => table === name)) return false
    await transaction.raw('alter table ?? detach partition ??', [database.table('usage'), name])
    await transaction.raw('drop table ??', [name])
    return true
  })

/** One process at a time changes partitions, in a short transaction. */
async function changePartitions<T>(
  database: Database,
  work: (transaction: Knex.Transaction, partitions: readonly UsagePartition[]) => Promise<T>,
): Promise<T> {
  const change = (): Promise<T> =>
    database.write(async (transaction) => {
      await transaction.raw(`set local lock_timeout = '${LOCK_WAIT}'`)
      await transaction.raw('select pg_advisory_xact_lock(hashtext(?))', [database.table('usage_partitions')])
      return await work(transaction, await readPartitions(transaction, database))
    })
  return await retry(change, { withinMs: TRY_WITHIN_MS, isRetryable: isRetryablePostgres })
}
