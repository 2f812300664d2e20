import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { Invoice } from '../../api/rows.ts'
import { day, monthName } from '../../formats/moments.ts'
import { rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { BillingDetails } from './billing.tsx'
import { InvoicePanel } from './invoice-panel.tsx'
import { invoiceTexts } from './invoice-texts.ts'
import { Statements } from './statements.tsx'

/** The invoices of an account, and what stands on them. */
export function InvoicesPage() {
  const texts = useTexts(invoiceTexts)
  const { language } = useLanguage()
  const { accountId } = useWorkplace()
  const [open, setOpen] = useState<Invoice | null>(null)
  const [error, setError] = useState<unknown>(null)
  const params = { query: { account_id: accountId, limit: 25 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/invoices', { params }, PAGED)
  const columns: readonly Column<Invoice>[] = [
    { id: 'number', heading: texts.number, card: 'title', cell: ({ number }) => <strong>{number}</strong> },
    { id: 'kind', heading: texts.kind, card: 'hidden', cell: ({ kind }) => texts.kinds[kind] },
    { id: 'month', heading: texts.month, card: 'note', cell: ({ month }) => (month ? monthName(month, language) : '') },
    { id: 'issued', heading: texts.issued, card: 'hidden', cell: ({ issued_at }) => day(issued_at, language) },
    { id: 'taxable', heading: texts.taxable, align: 'end', card: 'hidden', cell: ({ taxable }) => rupees(taxable) },
    {
      ...{ id: 'total', heading: texts.total, align: 'end', card: 'end' },
      cell: ({ total }) => <strong>{rupees(total)}</strong>,
    },
    {
      id: 'pdf',
      heading: texts.pdf,
      card: 'state',
      align: 'end',
      cell: ({ number }) => (
        <DownloadButton
          file={{
            path: `/admin/v1/invoices/${encodeURIComponent(number)}/pdf`,
            name: `${number.replaceAll('/', '-')}.pdf`,
          }}
          text={texts.pdf}
          label={texts.downloadPdf(number)}
          onError={setError}
        />
      ),
    },
  ]
  return (
    <Page title={texts.title} description={texts.description}>
      <Stack gap="lg">
        <Refusal error={error} />
        <Surface title={texts.invoices} flush>
          <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
            {(data) => {
              const rows = rowsOf<Invoice>(data)
              if (rows.length === 0) return <Empty icon="receipt" title={texts.emptyTitle} text={texts.emptyText} />
              return (
                <DataTable
                  label={texts.title}
                  columns={columns}
                  rows={rows}
                  keyOf={({ number }) => number}
                  onOpen={setOpen}
                />
              )
            }}
          </Loaded>
          <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
        </Surface>
        <BillingDetails />
        <Statements />
      </Stack>
      <InvoicePanel invoice={open} onClose={() => setOpen(null)} />
    </Page>
  )
}
