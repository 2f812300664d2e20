import { partialIndex, refuseChanges, type SchemaTarget } from '../connection/schema-target.ts'

/**
 * Who is invoiced, and what was: invoices are added only, as the database itself sees to. `contents` is JSON: everything that stands on the document.
 * `invoice_series` has the last number of each series and financial year: its row is locked until the number is used.
 */
export async function createInvoiceTables(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
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
  await partialIndex(target, 'invoice_of_month', {
    ...{ on: 'invoice', columns: 'account_id, month', where: 'month is not null', unique: true },
  })
  await refuseChanges(target, 'invoice', 'an invoice that was issued is never changed')
}
