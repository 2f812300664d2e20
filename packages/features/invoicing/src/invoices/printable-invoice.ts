import { type Block, decimal, type PrintableDocument } from '@parakh/core'
import { GST_STATES, indianDay } from '@parakh/core/formats'
import type { Invoice, InvoiceParty } from '../contract/invoices.ts'

const TITLES = { invoice: 'Tax invoice', credit_note: 'Credit note' } as const
/** Union territories without a legislature: their tax is called UTGST. */
const UNION_TERRITORIES: ReadonlySet<string> = new Set(['04', '26', '31', '35', '38', '97'])

const stateOf = (code: string): string => `${code} ${GST_STATES.get(code) ?? ''}`.trim()
const percent = (basisPoints: number): string => `${basisPoints / 100} %`

/** An invoice or a credit note as a printable document: equal bytes each time while the brand above the account is the same. */
export function printableInvoice(invoice: Invoice): PrintableDocument {
  const { kind, number, issuedAt } = invoice
  return { title: TITLES[kind], subtitle: number, environment: 'production', issuedAt, blocks: blocksOf(invoice) }
}

function blocksOf(invoice: Invoice): readonly Block[] {
  const { number, issuedAt, month, invoice: of, reason, seller, buyer, placeOfSupply, lines } = invoice
  return [
    {
      fields: [
        ['Number', number],
        ['Date', indianDay(issuedAt)],
        ...(month === null ? [] : [['For', month] as const]),
        ...(of === null ? [] : [['Of invoice', of] as const]),
        ...(reason === null ? [] : [['Reason', reason] as const]),
        ['Place of supply', stateOf(placeOfSupply)],
        ['Tax on reverse charge', 'No'],
      ],
    },
    { heading: 'Seller and buyer' },
    { fields: partiesOf(seller, buyer) },
    { heading: 'Supplied' },
    {
      table: {
        columns: ['Service', 'HSN/SAC', 'Quantity', 'Taxable value'],
        rows: lines.map(({ description, hsnSac, quantity, taxable }) => [
          ...[description, hsnSac, `${quantity}`, decimal(taxable)],
        ]),
      },
    },
    { heading: 'Amounts, INR' },
    { table: { columns: ['Of', 'Rate', 'Amount'], rows: amountsOf(invoice) } },
  ]
}

/** Interleaved, because two fields are printed in a row. */
const partiesOf = (seller: InvoiceParty, buyer: InvoiceParty) => {
  const rows: readonly (readonly [label: string, of: (party: InvoiceParty) => string])[] = [
    ['', ({ name }) => name],
    ['GSTIN of the ', ({ gstin }) => gstin ?? 'not registered'],
    ['State of the ', ({ stateCode }) => stateOf(stateCode)],
    ['Address of the ', ({ address }) => address],
  ]
  return rows.flatMap(([label, of]) => [
    [label === '' ? 'Seller' : `${label}seller`, of(seller)] as const,
    [label === '' ? 'Buyer' : `${label}buyer`, of(buyer)] as const,
  ])
}

function amountsOf(invoice: Invoice): readonly (readonly string[])[] {
  const { taxable, cgst, sgst, igst, total, rateBasisPoints, placeOfSupply, seller } = invoice
  const half = percent(rateBasisPoints / 2)
  const taxes =
    seller.stateCode === placeOfSupply
      ? [
          ['CGST', half, decimal(cgst)],
          [UNION_TERRITORIES.has(placeOfSupply) ? 'UTGST' : 'SGST', half, decimal(sgst)],
        ]
      : [['IGST', percent(rateBasisPoints), decimal(igst)]]
  return [['Taxable value', '', decimal(taxable)], ...taxes, ['Total', '', decimal(total)]]
}
