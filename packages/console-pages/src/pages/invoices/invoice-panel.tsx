import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Invoice } from '../../api/rows.ts'
import { day, monthName } from '../../formats/moments.ts'
import { grouped, isZero, rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { FactList } from '../../parts/facts.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { invoiceTexts } from './invoice-texts.ts'

type Line = Invoice['lines'][number]
type Party = Invoice['seller']

/** An invoice as it was issued. */
export function InvoicePanel(props: { readonly invoice: Invoice | null; readonly onClose: () => void }) {
  const { invoice, onClose } = props
  return (
    <SidePanel title={invoice && <Text fw={600}>{invoice.number}</Text>} opened={invoice !== null} onClose={onClose}>
      {invoice && <Details invoice={invoice} />}
    </SidePanel>
  )
}

function Details({ invoice }: { readonly invoice: Invoice }) {
  const texts = useTexts(invoiceTexts)
  const { language } = useLanguage()
  const { kind, month, issued_at, reason, seller, buyer, lines } = invoice
  const columns: readonly Column<Line>[] = [
    { id: 'service', heading: texts.service, card: 'title', cell: ({ description }) => description },
    { id: 'quantity', heading: texts.quantity, align: 'end', cell: ({ quantity }) => grouped(quantity) },
    { id: 'taxable', heading: texts.taxable, align: 'end', cell: ({ taxable }) => rupees(taxable) },
  ]
  const given = (label: string, value: string | null): readonly (readonly [string, ReactNode])[] =>
    value === null ? [] : [[label, value]]
  const taxes = (['cgst', 'sgst', 'igst'] as const).flatMap((tax) =>
    isZero(invoice[tax]) ? [] : [[texts[tax], rupees(invoice[tax])] as const],
  )
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [texts.kind, texts.kinds[kind]],
          ...given(texts.month, month && monthName(month, language)),
          ...given(texts.ofInvoice, invoice.invoice),
          ...given(texts.reason, reason),
          [texts.issued, day(issued_at, language)],
          [texts.seller, <PartyText key="seller" party={seller} />],
          [texts.buyer, <PartyText key="buyer" party={buyer} />],
          [texts.supply, invoice.place_of_supply],
        ]}
      />
      {lines.length > 0 && (
        <DataTable
          label={texts.service}
          columns={columns}
          rows={lines}
          keyOf={({ description, hsn_sac }) => `${description} ${hsn_sac}`}
        />
      )}
      <FactList
        facts={[
          [texts.taxable, rupees(invoice.taxable)],
          ...taxes,
          [texts.total, <strong key="total">{rupees(invoice.total)}</strong>],
        ]}
      />
    </Stack>
  )
}

function PartyText({ party: { name, gstin, address } }: { readonly party: Party }) {
  const texts = useTexts(invoiceTexts)
  return (
    <>
      {name}
      <Text span display="block" fz="xs" c="dimmed">
        {gstin ?? texts.noGstin}, {address}
      </Text>
    </>
  )
}
