import { decimal, MICRO_RUPEES_PER_RUPEE, micro, type Steps, type TableTransaction } from '@parakh/core'
import { InvoiceReady } from '../contract/events.ts'
import type { Invoice, NewInvoice } from '../contract/invoices.ts'
import { invoicingErrors } from '../error-codes.ts'
import { invoiceStatements } from '../tables/invoice-statements.ts'
import { invoiceOf, invoiceRow } from './invoice-row.ts'

const DIGITS = 6
const MOST = 10 ** DIGITS - 1

/**
 * Takes the next number and writes the document. The row of its series is locked first, so whoever comes second sees what the first one
 * has committed: a month that was invoiced, credit notes that were issued.
 *
 * @throws `CREDIT_NOTE_TOO_HIGH`, `INVOICE_NOT_FOUND`, `INVOICE_SERIES_FULL`
 */
export function* issueInvoice(
  tx: TableTransaction,
  given: NewInvoice,
): Steps<{ readonly invoice: Invoice; readonly issued: boolean }> {
  const last = yield* lockSeries(tx, given)
  const before = given.month === null ? null : yield* invoiceOfMonth(tx, given.accountId, given.month)
  if (before) return { invoice: before, issued: false }
  if (given.invoice !== null) yield* requireLeft(tx, { number: given.invoice, amount: given.total })
  const { series, financialYear } = given
  const sequence = last + 1
  if (sequence > MOST) throw invoicingErrors.error('INVOICE_SERIES_FULL', { series, financialYear, most: MOST })
  yield* tx.run(invoiceStatements.useNumber({ series, financial_year: financialYear, last: sequence }))
  const number = `${series}/${financialYear.slice(2)}/${String(sequence).padStart(DIGITS, '0')}`
  const invoice: Invoice = { ...given, number, sequence }
  yield* tx.run(invoiceStatements.insert(invoiceRow(invoice)))
  yield* tx.audit({
    ...{ actor: given.issuedBy, accountId: given.accountId, before: null, subject: `invoice/${number}` },
    action: `${given.kind === 'invoice' ? 'invoice' : 'credit-note'}.issue`,
    after: { total: decimal(given.total), month: given.month, invoice: given.invoice, reason: given.reason },
  })
  if (given.month !== null) {
    const data = { number, month: given.month, total: given.total / MICRO_RUPEES_PER_RUPEE }
    yield* tx.event(InvoiceReady, { accountId: given.accountId, environment: 'production', data })
  }
  return { invoice, issued: true }
}

/** @returns The last number that was used. */
function* lockSeries(tx: TableTransaction, { series, financialYear }: NewInvoice): Steps<number> {
  const key = { series, financial_year: financialYear }
  yield* tx.run(invoiceStatements.beginSeries(key))
  return (yield* tx.first(invoiceStatements.lockSeries(key)))?.last ?? 0
}

function* invoiceOfMonth(tx: TableTransaction, accountId: string, month: string): Steps<Invoice | null> {
  const row = yield* tx.first(invoiceStatements.ofMonth({ account_id: accountId, month }))
  return row && invoiceOf(row)
}

/** All credit notes of an invoice together take back at most its total. */
function* requireLeft(
  tx: TableTransaction,
  { number, amount }: { readonly number: string; readonly amount: number },
): Steps<void> {
  const invoice = yield* tx.first(invoiceStatements.lockInvoice({ number }))
  if (!invoice) throw invoicingErrors.error('INVOICE_NOT_FOUND', { number })
  const credited = yield* tx.first(invoiceStatements.credited({ number }))
  const left = invoice.total - (credited?.total ?? 0)
  if (amount > left)
    throw invoicingErrors.error('CREDIT_NOTE_TOO_HIGH', {
      number,
      amount: decimal(micro(amount)),
      left: decimal(micro(left)),
    })
}
