import type { Knex } from 'knex'
import type { Dialect } from '../connection/database.ts'
import type { TableName } from './0001-schema.ts'

/** Of the business zone, Asia/Kolkata, which has no summer time. */
const ZONE = `interval '330 minutes'`

/**
 * The usage log by account and time, and on PostgreSQL by month: `usage` becomes a partitioned table, what it held until now becomes its
 * oldest partition without a row being copied, and `usage_default` takes any row whose month nobody has made. Months are made by
 * `createUsageLog`. Besides, on PostgreSQL, the mark by which a lost acknowledgement of a commit is told (decision 0013).
 */
export const usagePartitions0004 = {
  name: '0004-usage-partitions',
  async up(knex: Knex, named: TableName, dialect: Dialect): Promise<void> {
    if (dialect === 'pg') {
      await addMark(knex, named)
      await partition(knex, named)
    }
    await knex.raw(
      `create index ${named('usage_of_wallet')} on ${named('usage')} (account_id, environment, at${dialect === 'pg' ? ', id' : ''})`,
    )
  },
}

/** A row for each lane of batches, written over and over: half of each page is left free, so that no index has to follow. */
const addMark = (knex: Knex, named: TableName) =>
  knex.raw(
    `create table ${named('batch_mark')} (lane text primary key, batch bigint not null, at bigint not null)
      with (fillfactor = 50)`,
  )

async function partition(knex: Knex, named: TableName): Promise<void> {
  const [usage, before, rest] = [named('usage'), named('usage_before'), named('usage_default')]
  const sequence = named('usage_id_seq')
  await knex.raw(`alter table ${usage} rename to ${before}`)
  await knex.raw(`create table ${usage} (like ${before} including defaults) partition by range (at)`)
  await knex.raw(`alter sequence ${sequence} owned by ${usage}.id`)
  await knex.raw(`create table ${rest} partition of ${usage} default`)
  // Retention walks it by id; the others have months that are dropped as a whole.
  await knex.raw(`create index ${named('usage_default_id')} on ${rest} (id)`)
  const { rows }: { rows: readonly { until: string; kept: boolean }[] } = await knex.raw(
    `select (extract(epoch from date_trunc('month', (now() at time zone 'UTC') + ${ZONE}) + interval '1 month' - ${ZONE})
      * 1000)::bigint::text as until, exists (select from ${before}) as kept`,
  )
  const [found] = rows
  if (!found?.kept) {
    await knex.raw(`drop table ${before}`)
    return
  }
  // This month goes on in the old table, so that nothing is moved but rows of a clock that was wrong.
  await knex.raw(
    `with moved as (delete from ${before} where at >= ${found.until} returning *) insert into ${rest} select * from moved`,
  )
  await knex.raw(`alter table ${usage} attach partition ${before} for values from (minvalue) to (${found.until})`)
}
