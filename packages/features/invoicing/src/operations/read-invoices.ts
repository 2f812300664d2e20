import { defineOperation, operationFile, PAGE_FIELDS, pageOf, presentPage } from '@parakh/core'
import * as z from 'zod'
import { InvoiceBook, Invoices } from '../contract/invoices.ts'
import { InvoiceView, invoiceText, presentInvoice } from './invoice-view.ts'
import { statementsRead } from './scopes.ts'

const PDF = 'application/pdf'
const read = { effect: 'read', scope: statementsRead, needs: { invoices: Invoices, book: InvoiceBook } } as const
const InvoiceNumber = z.string().describe('With its slashes encoded: INV%2F26-27%2F000001')
const ofInvoice = {
  owner: ({ invoice_number }: { readonly invoice_number: string }, { book }: { readonly book: InvoiceBook }) =>
    book.ownerOf(invoice_number),
}
const number = { positional: ['invoice_number'], options: { invoice_number: { flag: 'number' } } } as const
const pdfFile = async (invoices: Invoices, invoice: string) =>
  operationFile({ type: PDF, name: `${invoice.replaceAll('/', '-')}.pdf`, bytes: await invoices.pdf(invoice) })

/** Invoices and credit notes. */
export const listInvoices = defineOperation({
  ...{ ...read, id: 'invoices.list', path: '/invoices', whose: 'everyone' },
  summary: 'List invoices and credit notes, newest first',
  input: z.object({ ...PAGE_FIELDS, account_id: z.string().exactOptional().describe('Only of this account') }),
  output: pageOf(InvoiceView),
  command: {
    rows: 'invoices',
    more: ({ next_cursor }) => ({ next: next_cursor }),
    text({ items }, { draw }) {
      const rows = items.map(({ number: of, kind, account_id, month, invoice, total, issued_at }) => [
        ...[of, kind.replace('_', ' '), account_id, month ?? invoice ?? '', total, issued_at],
      ])
      return draw.table(['Number', 'Kind', 'Account', 'For', 'Total', 'Issued'], rows)
    },
  },
  async handle({ input: { account_id, cursor = null, limit }, viewer, invoices }) {
    const accountIds = account_id === undefined ? await viewer.branch() : [account_id]
    return presentPage(await invoices.list({ accountIds, cursor, limit }), presentInvoice)
  },
})

/** An invoice or a credit note. */
export const getInvoice = defineOperation({
  ...{ ...read, id: 'invoices.get', path: '/invoices/{invoice_number}', files: [PDF] },
  summary: 'Get an invoice or a credit note',
  input: z.object({ invoice_number: InvoiceNumber, format: z.enum(['json', 'pdf']).default('json') }),
  output: InvoiceView,
  whose: ofInvoice,
  command: { ...number, name: 'invoices show', text: invoiceText },
  async handle({ input: { invoice_number, format }, invoices }) {
    if (format === 'pdf') return await pdfFile(invoices, invoice_number)
    return presentInvoice(await invoices.get(invoice_number))
  },
})

/** An invoice or a credit note as a PDF. */
export const drawInvoice = defineOperation({
  ...{ ...read, id: 'invoices.pdf', path: '/invoices/{invoice_number}/pdf', files: [PDF] },
  summary: 'Get an invoice or a credit note as a PDF',
  input: z.object({ invoice_number: InvoiceNumber }),
  output: z.never(),
  whose: ofInvoice,
  command: number,
  handle: ({ input: { invoice_number }, invoices }) => pdfFile(invoices, invoice_number),
})
