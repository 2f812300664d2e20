import type { Knex } from 'knex'
import type { Dialect } from '../connection/database.ts'
import type { TableName } from './0001-schema.ts'

/**
 * Who is invoiced, and what was: rows are added only, as the database itself sees to. `contents` is JSON: everything that stands on the
 * document. `invoice_series` has the last number of each series and financial year: its row is locked until the number is used.
 */
export const invoices0012 = {
  name: '0012-invoices',
  async up(knex: Knex, named: TableName, dialect: Dialect): Promise<void> {
    await knex.schema.createTable(named('billing_details'), (table) => {
      table.text('account_id').notNullable().primary().references('id').inTable(named('account'))
      table.text('name').notNullable()
      table.text('gstin').nullable()
      table.text('state_code').notNullable()
      table.text('address').notNullable()
    })
    await knex.schema.createTable(named('invoice_series'), (table) => {
      table.text('series').notNullable()
      table.text('financial_year').notNullable()
      table.bigInteger('last').notNullable()
      table.primary(['series', 'financial_year'])
    })
    await knex.schema.createTable(named('invoice'), (table) => {
      table.text('number').notNullable().primary()
      table.text('kind').notNullable()
      table.text('series').notNullable()
      table.text('financial_year').notNullable()
      table.bigInteger('sequence').notNullable()
      table.text('account_id').notNullable()
      table.text('month').nullable()
      table.text('invoice').nullable()
      table.bigInteger('total').notNullable()
      table.text('contents').notNullable()
      table.bigInteger('issued_at').notNullable()
      table.text('issued_by').notNullable()
      table.unique(['series', 'financial_year', 'sequence'], { indexName: named('invoice_gapless') })
      table.index(['account_id', 'issued_at', 'number'], named('invoice_of_account'))
      table.index(['issued_at', 'number'], named('invoice_newest'))
      table.index(['invoice'], named('invoice_credited'))
    })
    await knex.raw(
      `create unique index ${named('invoice_of_month')} on ${named('invoice')} (account_id, month) where month is not null`,
    )
    if (dialect === 'pg') await refuseOnPostgres(knex, named)
    else await refuseOnSqlite(knex, named)
  },
}

async function refuseOnSqlite(knex: Knex, named: TableName): Promise<void> {
  for (const change of ['update', 'delete'])
    await knex.raw(
      `create trigger ${named(`invoice_no_${change}`)} before ${change} on ${named('invoice')}
        begin select raise(abort, 'an invoice that was issued is never changed'); end`,
    )
}

async function refuseOnPostgres(knex: Knex, named: TableName): Promise<void> {
  const refuse = named('invoice_refuse')
  await knex.raw(
    `create function ${refuse}() returns trigger language plpgsql as
      $$ begin raise exception 'an invoice that was issued is never changed'; end $$`,
  )
  await knex.raw(
    `create trigger ${named('invoice_issued_once')} before update or delete or truncate on ${named('invoice')}
      for each statement execute function ${refuse}()`,
  )
}
