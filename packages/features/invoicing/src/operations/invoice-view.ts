import type { Drawing } from '@parakh/core'
import { Moment, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import type { Invoice } from '../contract/invoices.ts'

const PartyView = z.object({
  name: z.string(),
  gstin: z.string().nullable().describe('Null: not registered'),
  state_code: z.string().describe('Two digits of GST'),
  address: z.string(),
})
type Party = Invoice['seller']
const presentParty = ({ name, gstin, stateCode, address }: Party): z.input<typeof PartyView> => ({
  ...{ name, gstin, state_code: stateCode, address },
})

/** An invoice or a credit note in a response. */
export const InvoiceView = z.object({
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  account_id: z.string(),
  month: z.string().nullable().describe('Of an invoice'),
  invoice: z.string().nullable().describe('The invoice of a credit note'),
  taxable: Rupees,
  cgst: Rupees,
  sgst: Rupees,
  igst: Rupees,
  total: Rupees,
  issued_at: Moment,
  financial_year: z.string().describe('April to March in India, such as 2026-27'),
  reason: z.string().nullable().describe('Of a credit note'),
  seller: PartyView,
  buyer: PartyView,
  place_of_supply: z.string(),
  rate_percent: z.number(),
  lines: z.array(z.object({ description: z.string(), hsn_sac: z.string(), quantity: z.int(), taxable: Rupees })),
  issued_by: z.string(),
})

/** Presents an invoice: amounts are rupees with two decimals. */
export const presentInvoice = (invoice: Invoice): z.input<typeof InvoiceView> => ({
  ...{ number: invoice.number, kind: invoice.kind, account_id: invoice.accountId, month: invoice.month },
  ...{ invoice: invoice.invoice, taxable: rupeesText(invoice.taxable), cgst: rupeesText(invoice.cgst) },
  ...{ sgst: rupeesText(invoice.sgst), igst: rupeesText(invoice.igst), total: rupeesText(invoice.total) },
  ...{ issued_at: moment(invoice.issuedAt), financial_year: invoice.financialYear, reason: invoice.reason },
  ...{ seller: presentParty(invoice.seller), buyer: presentParty(invoice.buyer) },
  ...{ place_of_supply: invoice.placeOfSupply, rate_percent: invoice.rateBasisPoints / 100 },
  lines: invoice.lines.map(({ description, hsnSac, quantity, taxable }) => ({
    ...{ description, hsn_sac: hsnSac, quantity, taxable: rupeesText(taxable) },
  })),
  issued_by: invoice.issuedBy,
})

const nameOf = ({ name, gstin, state_code }: z.output<typeof PartyView>): string =>
  `${name}, ${gstin ?? 'not registered'}, state ${state_code}`

/** An invoice for a person. */
export function invoiceText(invoice: z.output<typeof InvoiceView>, { draw }: { readonly draw: Drawing }): string {
  const { kind, number, month, invoice: of, reason, seller, buyer, lines } = invoice
  const title = kind === 'invoice' ? `Tax invoice ${number} for ${month}` : `Credit note ${number} for ${of}: ${reason}`
  const amounts = (['taxable', 'cgst', 'sgst', 'igst', 'total'] as const).map((name) => [name, invoice[name]])
  return [
    title,
    `Seller: ${nameOf(seller)}`,
    `Buyer: ${nameOf(buyer)}`,
    draw.table(
      ['Service', 'HSN/SAC', 'Quantity', 'Taxable'],
      lines.map(({ description, hsn_sac, quantity, taxable }) => [description, hsn_sac, `${quantity}`, taxable]),
    ),
    draw.table(['Amount', 'INR'], amounts),
  ].join('\n')
}
