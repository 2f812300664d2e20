import { decimal, type Invoice, type InvoiceParty } from '@parakh/core'
import { drawTable } from '../terminal/table.ts'

const party = ({ name, gstin, stateCode, address }: InvoiceParty) => ({ name, gstin, state_code: stateCode, address })

/** An invoice as JSON: amounts are rupees with two decimals. */
export const presentInvoice = (invoice: Invoice) => ({
  number: invoice.number,
  kind: invoice.kind,
  account_id: invoice.accountId,
  financial_year: invoice.financialYear,
  month: invoice.month,
  invoice: invoice.invoice,
  reason: invoice.reason,
  seller: party(invoice.seller),
  buyer: party(invoice.buyer),
  place_of_supply: invoice.placeOfSupply,
  rate_percent: invoice.rateBasisPoints / 100,
  lines: invoice.lines.map(({ description, hsnSac, quantity, taxable }) => ({
    ...{ description, hsn_sac: hsnSac, quantity, taxable: decimal(taxable) },
  })),
  taxable: decimal(invoice.taxable),
  cgst: decimal(invoice.cgst),
  sgst: decimal(invoice.sgst),
  igst: decimal(invoice.igst),
  total: decimal(invoice.total),
  issued_at: invoice.issuedAt.toISOString(),
  issued_by: invoice.issuedBy,
})

const nameOf = ({ name, gstin, stateCode }: InvoiceParty): string =>
  `${name}, ${gstin ?? 'not registered'}, state ${stateCode}`

/** An invoice for a person. */
export function describeInvoice(invoice: Invoice): string {
  const { kind, number, month, invoice: of, reason, seller, buyer, lines } = invoice
  const title = kind === 'invoice' ? `Tax invoice ${number} for ${month}` : `Credit note ${number} for ${of}: ${reason}`
  const amounts = (['taxable', 'cgst', 'sgst', 'igst', 'total'] as const).map((name) => [name, decimal(invoice[name])])
  return [
    title,
    `Seller: ${nameOf(seller)}`,
    `Buyer: ${nameOf(buyer)}`,
    drawTable(
      ['Service', 'HSN/SAC', 'Quantity', 'Taxable'],
      lines.map(({ description, hsnSac, quantity, taxable }) => [description, hsnSac, `${quantity}`, decimal(taxable)]),
    ),
    drawTable(['Amount', 'INR'], amounts),
  ].join('\n')
}
