import { Alerts, type MailAttachment, optional, PrintableDocuments } from '@parakh/core'
import { InvoiceReady, StatementReady } from '../contract/events.ts'
import { Invoices } from '../contract/invoices.ts'
import { Statements } from '../contract/statements.ts'
import { statementsRead } from '../operations/scopes.ts'

const TYPE = 'application/pdf'
const shown = { of: 'events', scope: statementsRead, page: 'invoices' } as const
const pdfOf = (name: string, bytes: Uint8Array): readonly MailAttachment[] => [
  { fileName: `${name.replaceAll('/', '-')}.pdf`, type: TYPE, bytes },
]

/** Mailed with the invoice, where the host draws PDFs. */
const invoiceReady = Alerts.contribute({
  ...{ id: 'invoice-ready', needs: { invoices: Invoices, drawn: optional(PrintableDocuments) } },
  make: ({ invoices, drawn }) => ({
    ...{ ...shown, event: InvoiceReady.id, title: 'Invoice is ready' },
    told({ data }) {
      const { number, month, total } = InvoiceReady.definition.data.parse(data)
      return { subject: number, severity: 'soon', params: { number, month, total: `${total}` } }
    },
    attachments: async (_, { number = '' }) => (drawn === null ? [] : pdfOf(number, await invoices.pdf(number))),
  }),
})

/** Mailed with the statement, where the host draws PDFs and it is not too long for one. */
const statementReady = Alerts.contribute({
  ...{ id: 'statement-ready', needs: { statements: Statements, drawn: optional(PrintableDocuments) } },
  make: ({ statements, drawn }) => ({
    ...{ ...shown, event: StatementReady.id, title: 'Wallet statement is ready' },
    told({ data }) {
      const { month } = StatementReady.definition.data.parse(data)
      return { subject: month, severity: 'soon', params: { month } }
    },
    async attachments(accountId, { month = '' }) {
      if (drawn === null) return []
      const statement = await statements.wallet({ accountId, environment: 'production', month })
      return pdfOf(`wallet-${month}`, await statements.pdf(statement))
    },
  }),
})

/** What of invoicing is mailed. */
export const readyAlerts = [invoiceReady, statementReady]
