import { micro } from '@parakh/core'
import * as z from 'zod'
import type { Invoice } from '../contract/invoices.ts'
import type { InvoiceRow } from '../tables/invoice-statements.ts'

const Amount = z.number().transform((value) => micro(value))
const Party = z.object({
  ...{ name: z.string(), gstin: z.string().nullable(), stateCode: z.string(), address: z.string() },
})
/** What stands on an invoice besides its columns. */
const Contents = z.object({
  ...{
    reason: z.string().nullable(),
    seller: Party,
    buyer: Party,
    placeOfSupply: z.string(),
    rateBasisPoints: z.int(),
  },
  lines: z.array(z.object({ description: z.string(), hsnSac: z.string(), quantity: z.int(), taxable: Amount })),
  ...{ taxable: Amount, cgst: Amount, sgst: Amount, igst: Amount },
})

/** An invoice from its row. */
export const invoiceOf = (row: InvoiceRow): Invoice => ({
  ...{ number: row.number, kind: row.kind, series: row.series, financialYear: row.financial_year },
  ...{ sequence: row.sequence, accountId: row.account_id, month: row.month, invoice: row.invoice },
  ...Contents.parse(JSON.parse(row.contents)),
  ...{ total: micro(row.total), issuedAt: row.issued_at, issuedBy: row.issued_by },
})

/** An invoice as its row. */
export function invoiceRow(invoice: Invoice) {
  const { number, kind, series, financialYear, sequence, accountId, month, total, issuedAt, issuedBy, ...rest } =
    invoice
  const { invoice: of, ...contents } = rest
  return {
    ...{ number, kind, series, sequence, month, total, invoice: of, contents: JSON.stringify(contents) },
    ...{ financial_year: financialYear, account_id: accountId, issued_at: issuedAt.getTime(), issued_by: issuedBy },
  }
}
