import { type Invoice, Invoices, Store } from '@parakh/core'
import { AmountField, Moment, moment, Rupees, rupeesText } from '@parakh/core/fields'
import type { Host } from '@parakh/kernel'
import * as z from 'zod'
import { type AdminFile, adminFile, isAdminFile } from './admin-file.ts'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'

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
const SummaryView = z.object({
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
})
const presentSummary = (invoice: Invoice): z.input<typeof SummaryView> => ({
  ...{ number: invoice.number, kind: invoice.kind, account_id: invoice.accountId, month: invoice.month },
  ...{ invoice: invoice.invoice, taxable: rupeesText(invoice.taxable), cgst: rupeesText(invoice.cgst) },
  ...{ sgst: rupeesText(invoice.sgst), igst: rupeesText(invoice.igst), total: rupeesText(invoice.total) },
  issued_at: moment(invoice.issuedAt),
})
const InvoiceView = SummaryView.extend({
  reason: z.string().nullable(),
  seller: PartyView,
  buyer: PartyView,
  place_of_supply: z.string(),
  rate_percent: z.number(),
  lines: z.array(z.object({ description: z.string(), hsn_sac: z.string(), quantity: z.int(), taxable: Rupees })),
})
const present = (invoice: Invoice): z.input<typeof InvoiceView> => ({
  ...presentSummary(invoice),
  ...{ reason: invoice.reason, seller: presentParty(invoice.seller), buyer: presentParty(invoice.buyer) },
  ...{ place_of_supply: invoice.placeOfSupply, rate_percent: invoice.rateBasisPoints / 100 },
  lines: invoice.lines.map(({ description, hsnSac, quantity, taxable }) => ({
    ...{ description, hsn_sac: hsnSac, quantity, taxable: rupeesText(taxable) },
  })),
})
const InvoiceNumber = z.object({
  invoice_number: z.string().describe('With its slashes encoded: INV%2F26-27%2F000001'),
})
type InvoiceNumber = z.output<typeof InvoiceNumber>

/** The account of an invoice; null: no such invoice. */
async function owner(host: Host, { invoice_number }: InvoiceNumber): Promise<string | null> {
  return await host.get(Store).invoices.ownerOf(invoice_number)
}

const listInvoices = defineAdminList({
  id: 'invoices.list',
  path: '/invoices',
  scope: 'statements:read',
  summary: 'List invoices and credit notes, newest first',
  filters: z.object({ account_id: z.string().exactOptional().describe('Only of this account') }),
  item: SummaryView,
  async handle({ host, viewer, filters: { account_id }, page }) {
    const accountIds = account_id === undefined ? await viewer.branch() : [account_id]
    const { items, next } = await host.get(Invoices).list({ accountIds, ...page })
    return { items: items.map(presentSummary), next }
  },
})
const getInvoice = defineAdminRoute({
  id: 'invoices.get',
  method: 'GET',
  path: '/invoices/{invoice_number}',
  scope: 'statements:read',
  summary: 'Get an invoice or a credit note',
  params: InvoiceNumber,
  query: z.object({ format: z.enum(['json', 'pdf']).default('json') }),
  files: ['application/pdf'],
  response: z.union([InvoiceView, z.custom<AdminFile>(isAdminFile)]),
  owner,
  async handle({ host, params: { invoice_number: number }, query: { format } }) {
    if (format === 'json') return present(await host.get(Invoices).get(number))
    const name = `${number.replaceAll('/', '-')}.pdf`
    return adminFile({ type: 'application/pdf', name, bytes: await host.get(Invoices).pdf(number) })
  },
})
const issueInvoice = defineAdminRoute({
  id: 'invoices.issue',
  method: 'POST',
  path: '/accounts/{account_id}/invoices',
  scope: 'statements:write',
  summary: 'Issue the invoice of a past month; idempotent',
  params: z.object({ account_id: z.string() }),
  body: z.object({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11') }),
  response: InvoiceView,
  async handle({ host, actor, params: { account_id: accountId }, body: { month } }) {
    return present((await host.get(Invoices).issue({ accountId, month, actor })).invoice)
  },
})
const creditNote = defineAdminRoute({
  id: 'invoices.credit',
  method: 'POST',
  path: '/invoices/{invoice_number}/credit-notes',
  scope: 'statements:write',
  summary: 'Issue a credit note for a part of an invoice; moves no money',
  status: 201,
  params: InvoiceNumber,
  body: z.object({ amount: AmountField.describe('Tax included'), reason: z.string().min(1).max(500) }),
  response: InvoiceView,
  owner,
  handle: async ({ host, actor, params: { invoice_number: invoice }, body }) =>
    present(await host.get(Invoices).credit({ invoice, ...body, actor })),
})

/** Routes of GST invoices. */
export const invoiceRoutes = [listInvoices, getInvoice, issueInvoice, creditNote]
