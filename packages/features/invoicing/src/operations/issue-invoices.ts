import { defineOperation } from '@parakh/core'
import { AmountField } from '@parakh/core/fields'
import * as z from 'zod'
import { InvoiceBook, Invoices } from '../contract/invoices.ts'
import { InvoiceView, presentInvoice } from './invoice-view.ts'
import { MonthField } from './month-field.ts'
import { statementsWrite } from './scopes.ts'

const write = {
  effect: 'write',
  scope: statementsWrite,
  stepUp: true,
  needs: { invoices: Invoices, book: InvoiceBook },
} as const

/** Issues the invoice of a month. */
export const issueInvoice = defineOperation({
  ...{ ...write, id: 'invoices.issue', path: '/accounts/{account_id}/invoices' },
  summary: 'Issue the invoice of a past month; idempotent',
  input: z.object({ account_id: z.string(), month: MonthField }),
  output: InvoiceView.extend({ issued: z.boolean().describe('False: it was issued before') }),
  whose: { account: 'account_id' },
  command: {
    text: ({ issued, number, total }) => `${issued ? 'Issued' : 'Issued before:'} ${number}, ${total} INR.`,
  },
  async handle({ input: { account_id: accountId, month }, actor, invoices }) {
    const { invoice, issued } = await invoices.issue({ accountId, month, actor })
    return { ...presentInvoice(invoice), issued }
  },
})

/** Issues a credit note. */
export const creditInvoice = defineOperation({
  ...{ ...write, id: 'invoices.credit', path: '/invoices/{invoice_number}/credit-notes', status: 201 },
  summary: 'Issue a credit note for a part of an invoice; moves no money',
  input: z.object({
    invoice_number: z.string().describe('With its slashes encoded: INV%2F26-27%2F000001'),
    amount: AmountField.describe('Tax included'),
    reason: z.string().min(1).max(500).describe('Why; printed on the credit note'),
  }),
  output: InvoiceView,
  whose: { owner: ({ invoice_number }, { book }) => book.ownerOf(invoice_number) },
  command: {
    ...{ name: 'invoices credit-note', positional: ['invoice_number'] },
    options: { invoice_number: { flag: 'invoice' }, amount: { value: '<rupees>' } },
    text: ({ number, total, invoice }) => `Issued ${number}, ${total} INR of ${invoice}.`,
  },
  handle: async ({ input: { invoice_number: invoice, ...note }, actor, invoices }) =>
    presentInvoice(await invoices.credit({ invoice, ...note, actor })),
})
