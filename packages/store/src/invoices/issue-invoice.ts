import { decimal, type Ids, type Invoice, micro, type NewInvoice } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { appendAudit } from '../audit/append-audit.ts'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { InvoiceRow, invoiceRow } from './invoice-row.ts'

const DIGITS = 6
const MOST = 10 ** DIGITS - 1
const Last = z.tuple([z.object({ last: Counted })])

/** What an invoice is issued with. */
export interface Issuing {
  readonly database: Pick<Database, 'table' | 'dialect'>
  readonly ids: Ids
}

/**
 * Takes the next number and writes the document. The row of its series is locked first, so whoever comes second sees what the first one
 * has committed: a month that was invoiced, credit notes that were issued.
 *
 * @throws `CREDIT_NOTE_TOO_HIGH`, `INVOICE_NOT_FOUND`, `INVOICE_SERIES_FULL`
 */
export async function issueInvoice(
  transaction: Knex.Transaction,
  { database, ids }: Issuing,
  given: NewInvoice,
): Promise<{ readonly invoice: Invoice; readonly issued: boolean }> {
  const last = await lockSeries(transaction, database, given)
  const before = given.month === null ? null : await invoiceOfMonth(transaction, database, given)
  if (before) return { invoice: before, issued: false }
  if (given.invoice !== null) await requireLeft(transaction, database, { number: given.invoice, amount: given.total })
  const { series, financialYear } = given
  const sequence = last + 1
  if (sequence > MOST) throw storeErrors.error('INVOICE_SERIES_FULL', { series, financialYear, most: MOST })
  await transaction(database.table('invoice_series'))
    .where({ series, financial_year: financialYear })
    .update({ last: sequence })
  const number = `${series}/${financialYear.slice(2)}/${String(sequence).padStart(DIGITS, '0')}`
  const invoice: Invoice = { ...given, number, sequence }
  await transaction(database.table('invoice')).insert(invoiceRow(invoice))
  await appendAudit(transaction, database, {
    ...{ id: ids.next(), at: given.issuedAt, actor: given.issuedBy, accountId: given.accountId, before: null },
    ...{ action: `${given.kind === 'invoice' ? 'invoice' : 'credit-note'}.issue`, subject: `invoice/${number}` },
    after: { total: decimal(given.total), month: given.month, invoice: given.invoice, reason: given.reason },
  })
  return { invoice, issued: true }
}

/** @returns The last number that was used. */
async function lockSeries(
  transaction: Knex.Transaction,
  { table }: Issuing['database'],
  { series, financialYear }: NewInvoice,
): Promise<number> {
  const key = { series, financial_year: financialYear }
  await transaction(table('invoice_series'))
    .insert({ ...key, last: 0 })
    .onConflict(['series', 'financial_year'])
    .ignore()
  const rows: unknown = await transaction(table('invoice_series')).where(key).increment('last', 0).returning('last')
  return Last.parse(rows)[0].last
}

/** The invoice of an account and month. */
export async function invoiceOfMonth(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  { accountId, month }: { readonly accountId: string; readonly month: string | null },
): Promise<Invoice | null> {
  const row: unknown = await knex(table('invoice')).where({ account_id: accountId, month }).first()
  return row === undefined ? null : InvoiceRow.parse(row)
}

/** All credit notes of an invoice together take back at most its total. */
async function requireLeft(
  transaction: Knex.Transaction,
  { table, dialect }: Issuing['database'],
  { number, amount }: { readonly number: string; readonly amount: number },
): Promise<void> {
  // Credit notes of two series, after the configuration was changed, wait for each other here.
  if (dialect === 'pg')
    await transaction.raw('select pg_advisory_xact_lock(hashtext(?))', [`${table('invoice')} ${number}`])
  const row: unknown = await transaction(table('invoice')).where({ number, kind: 'invoice' }).first('total')
  if (row === undefined) throw storeErrors.error('INVOICE_NOT_FOUND', { number })
  const credited: unknown = await transaction(table('invoice'))
    .where({ invoice: number })
    .sum({ total: 'total' })
    .first()
  const Total = z.object({ total: z.union([Counted, z.null()]) })
  const left = (Total.parse(row).total ?? 0) - (Total.parse(credited).total ?? 0)
  if (amount > left)
    throw storeErrors.error('CREDIT_NOTE_TOO_HIGH', {
      number,
      amount: decimal(micro(amount)),
      left: decimal(micro(left)),
    })
}
