import { Counted, defineStatements, Moment, sql } from '@parakh/core'
import * as z from 'zod'
import { invoicingTables } from './invoicing-tables.ts'

const Invoice = z.object({
  ...{ number: z.string(), kind: z.enum(['invoice', 'credit_note']), series: z.string(), financial_year: z.string() },
  ...{ sequence: Counted, account_id: z.string(), month: z.string().nullable(), invoice: z.string().nullable() },
  ...{ total: Counted, contents: z.string(), issued_at: Moment, issued_by: z.string() },
})
/** A row of the table of invoices. */
export type InvoiceRow = z.output<typeof Invoice>
const NewInvoice = z.object({ ...Invoice.shape, sequence: z.int(), total: z.int(), issued_at: z.int() })
const InvoiceNumber = z.object({ number: z.string() })
const Series = z.object({ series: z.string(), financial_year: z.string() })
const COLUMNS = sql`number, kind, series, financial_year, sequence, account_id, month, invoice, total, contents, issued_at, issued_by`

/** Reads and writes of invoices and their numbers. */
export const invoiceStatements = defineStatements(invoicingTables, ({ t, read, write }) => ({
  byNumber: read({
    params: InvoiceNumber,
    row: Invoice,
    sql: (p) => sql`select ${COLUMNS} from ${t.invoice} where number = ${p.number}`,
  }),
  ofMonth: read({
    params: z.object({ account_id: z.string(), month: z.string() }),
    row: Invoice,
    sql: (p) => sql`select ${COLUMNS} from ${t.invoice} where account_id = ${p.account_id} and month = ${p.month}`,
  }),
  newest: read({
    params: z.object({
      ...{ accounts: z.array(z.string()).nullable(), limit: z.int() },
      ...{ before_at: z.int().nullable(), before_number: z.string().nullable() },
    }),
    row: Invoice,
    sql: (p, { when }) => sql`
      select ${COLUMNS} from ${t.invoice} where 1 = 1 ${when(p.accounts, sql`and account_id in (${p.accounts})`)}
        ${when(p.before_at, sql`and (issued_at, number) < (${p.before_at}, ${p.before_number})`)}
      order by issued_at desc, number desc limit ${p.limit}`,
  }),
  beginSeries: write({
    params: Series,
    sql: (p) => sql`
      insert into ${t.series} (series, financial_year, last) values (${p.series}, ${p.financial_year}, 0)
      on conflict (series, financial_year) do nothing`,
  }),
  // A write, so that the row is locked on both databases.
  lockSeries: write({
    params: Series,
    row: z.object({ last: Counted }),
    sql: (p) => sql`
      update ${t.series} set last = last where series = ${p.series} and financial_year = ${p.financial_year} returning last`,
  }),
  useNumber: write({
    params: z.object({ ...Series.shape, last: z.int() }),
    sql: (p) => sql`
      update ${t.series} set last = ${p.last} where series = ${p.series} and financial_year = ${p.financial_year}`,
  }),
  insert: write({
    params: NewInvoice,
    sql: (p) => sql`
      insert into ${t.invoice} (${COLUMNS})
      values (${p.number}, ${p.kind}, ${p.series}, ${p.financial_year}, ${p.sequence}, ${p.account_id}, ${p.month}, ${p.invoice},
        ${p.total}, ${p.contents}, ${p.issued_at}, ${p.issued_by})`,
  }),
  // Credit notes of two series, after the configuration was changed, wait for each other here.
  lockInvoice: read({
    params: InvoiceNumber,
    row: z.object({ total: Counted }),
    sql: (p, { forUpdate }) =>
      sql`select total from ${t.invoice} where number = ${p.number} and kind = 'invoice' ${forUpdate}`,
  }),
  credited: read({
    params: InvoiceNumber,
    row: z.object({ total: Counted }),
    sql: (p) => sql`select coalesce(sum(total), 0) as total from ${t.invoice} where invoice = ${p.number}`,
  }),
}))
