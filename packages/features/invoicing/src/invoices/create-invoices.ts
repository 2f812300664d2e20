import { type Clock, checkReason, coreErrors, MICRO_RUPEES_PER_PAISA, micro } from '@parakh/core'
import type { InvoiceBook, Invoices, NewInvoice } from '../contract/invoices.ts'
import type { Statements } from '../contract/statements.ts'
import { invoicingErrors } from '../error-codes.ts'
import { requireMonth } from '../statements/create-statements.ts'
import { drawPdf, type PrintingParts } from '../statements/draw-pdf.ts'
import { checkDetails } from './billing-details.ts'
import { shareOut, taxOf } from './gst.ts'
import { financialYearOf, type InvoicingRules } from './invoicing-rules.ts'
import { printableInvoice } from './printable-invoice.ts'
import { usedInMonth } from './used-in-month.ts'

/** Calls of the last seconds of a month end a little after it. */
const SETTLES_WITHIN_MS = 15 * 60_000

/** The options of `createInvoices`. */
export interface InvoicesParts extends PrintingParts {
  readonly book: InvoiceBook
  readonly statements: Pick<Statements, 'wallet'>
  readonly clock: Pick<Clock, 'now'>
  /** Null: the host issues no invoices. */
  readonly rules: InvoicingRules | null
}

/**
 * GST invoices and credit notes.
 *
 * @example
 * const invoices = createInvoices({ book, accounts, brands, statements, printableDocuments, clock, rules })
 * const { invoice } = await invoices.issue({ accountId, month: '2026-10', actor: 'asha' })
 */
export function createInvoices(parts: InvoicesParts): Invoices {
  const { book, statements, clock, rules } = parts
  const requireRules = (): InvoicingRules => {
    if (!rules) throw invoicingErrors.error('INVOICING_NOT_SET')
    return rules
  }
  async function monthly(accountId: string, month: string, actor: string): Promise<NewInvoice> {
    const { seller, hsnSac, rateBasisPoints, pricesIncludeTax, prefix } = requireRules()
    requireOver(month, clock.now())
    const details = await book.details(accountId)
    const statement = await statements.wallet({ accountId, environment: 'production', month })
    if (!details) throw invoicingErrors.error('BILLING_DETAILS_MISSING', { account: accountId })
    const used = await usedInMonth(statement)
    const amount = micro(used.reduce((sum, line) => sum + line.amount, 0))
    if (amount <= 0) throw invoicingErrors.error('INVOICE_NOTHING', { account: accountId, month })
    const { accountId: _, ...buyer } = details
    const withinState = seller.stateCode === buyer.stateCode
    const amounts = taxOf({ amount, inclusive: pricesIncludeTax, rateBasisPoints, withinState })
    const shares = shareOut(
      amounts.taxable,
      used.map((line) => line.amount),
    )
    const lines = used.map(({ description, quantity }, place) => {
      return { description, hsnSac, quantity, taxable: shares[place] ?? micro(0) }
    })
    return {
      ...{ kind: 'invoice', series: prefix, accountId, month, invoice: null, reason: null, seller, buyer, lines },
      ...{ placeOfSupply: buyer.stateCode, rateBasisPoints, ...amounts },
      ...issuance(clock.now(), actor),
    }
  }
  return {
    details: (accountId) => book.details(accountId),
    setDetails: async (details, actor) => await book.setDetails(checkDetails(details), actor),
    async issue({ accountId, month, actor }) {
      requireMonth(month)
      const before = await book.ofMonth(accountId, month)
      if (before) return { invoice: before, issued: false }
      return await book.issue(await monthly(accountId, month, actor))
    },
    async credit({ invoice: number, amount, reason, actor }) {
      const { creditNotePrefix } = requireRules()
      if (amount <= 0 || amount % MICRO_RUPEES_PER_PAISA !== 0)
        throw coreErrors.error('INVALID_AMOUNT', { text: String(amount / 1_000_000) })
      checkReason(reason)
      const of = await book.get(number)
      const { accountId, seller, buyer, placeOfSupply, rateBasisPoints } = of
      const withinState = seller.stateCode === placeOfSupply
      const amounts = taxOf({ amount, inclusive: true, rateBasisPoints, withinState })
      const hsnSac = of.lines[0]?.hsnSac ?? ''
      const lines = [{ description: `Credit for ${number}`, hsnSac, quantity: 1, taxable: amounts.taxable }]
      const note: NewInvoice = {
        ...{ kind: 'credit_note', series: creditNotePrefix, accountId, month: null, invoice: number, reason },
        ...{ seller, buyer, placeOfSupply, rateBasisPoints, lines, ...amounts },
        ...issuance(clock.now(), actor),
      }
      return (await book.issue(note)).invoice
    },
    get: (number) => book.get(number),
    list: (query) => book.list(query),
    async pdf(number) {
      const invoice = await book.get(number)
      return await drawPdf(parts, invoice.accountId, async () => printableInvoice(invoice))
    },
  }
}

const issuance = (issuedAt: Date, issuedBy: string) => ({
  financialYear: financialYearOf(issuedAt),
  issuedAt,
  issuedBy,
})

/** @throws `INVOICE_MONTH_OPEN` */
function requireOver(month: string, now: Date): void {
  const from = new Date(requireMonth(month).until.getTime() + SETTLES_WITHIN_MS)
  if (now < from) throw invoicingErrors.error('INVOICE_MONTH_OPEN', { month, from: from.toISOString() })
}
