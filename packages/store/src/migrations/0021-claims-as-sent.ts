import type { Knex } from 'knex'
import type { Dialect } from '../connection/database.ts'
import type { TableName } from './0001-schema.ts'

/** Request ids of up to so many characters are claimed as they are; longer ones by a digest behind a `#`. */
const AS_SENT = 40

/**
 * Claims as calls make them now (decision 0036), and on SQLite answers by the number of their row, without an index beside.
 * Not to be run beside a process of before: it claims otherwise.
 */
export const claimsAsSent0021 = {
  name: '0021-claims-as-sent',
  async up(knex: Knex, named: TableName, dialect: Dialect): Promise<void> {
    await knex.raw(
      `update ?? set claim = case when length(request_id) <= ${AS_SENT} then request_id else '#' || claim end
        where claim is not null and substr(claim, 1, 1) <> '#' and claim <> request_id`,
      [named('call')],
    )
    if (dialect === 'sqlite3')
      for (const [table, column] of [
        ['response', 'body'],
        ['call_input', 'input'],
      ] as const)
        await numberedByCall(knex, named(table), column)
  },
}

/** `bigint primary key` is an index apart in SQLite, `integer primary key` is the row itself. */
async function numberedByCall(knex: Knex, table: string, column: string): Promise<void> {
  const old = `${table}_0020`
  await knex.raw('alter table ?? rename to ??', [table, old])
  await knex.raw('create table ?? (call_id integer not null primary key, ?? blob not null)', [table, column])
  await knex.raw('insert into ?? (call_id, ??) select call_id, ?? from ?? order by call_id', [
    table,
    column,
    column,
    old,
  ])
  await knex.schema.dropTable(old)
}
