import {
  Accounts,
  Brands,
  Clock,
  CONTRACT,
  CommissionLedger,
  definePlugin,
  Logger,
  optional,
  PrintableDocuments,
  SharedClock,
  StatementLedger,
  service,
} from '@parakh/core'
import { InvoiceReady, StatementReady } from './contract/events.ts'
import { InvoiceBook, Invoices } from './contract/invoices.ts'
import { Statements } from './contract/statements.ts'
import { invoicingErrors } from './error-codes.ts'
import { createInvoiceBook } from './invoices/create-invoice-book.ts'
import { createInvoices } from './invoices/create-invoices.ts'
import { rulesOf } from './invoices/invoicing-rules.ts'
import { CloseMonth, closeMonth } from './monthly/close-month.ts'
import { closeMonthDaily } from './monthly/close-month-job.ts'
import { readyAlerts } from './monthly/ready-alerts.ts'
import { getBilling, setBilling } from './operations/billing-details.ts'
import { getCommissionStatement, getWalletStatement } from './operations/get-statements.ts'
import { creditInvoice, issueInvoice } from './operations/issue-invoices.ts'
import { drawInvoice, getInvoice, listInvoices } from './operations/read-invoices.ts'
import { checkSeries, InvoicingSettings } from './settings.ts'
import { createStatements } from './statements/create-statements.ts'
import { billingStatements } from './tables/billing-statements.ts'
import { invoiceStatements } from './tables/invoice-statements.ts'
import { invoicingTables } from './tables/invoicing-tables.ts'
import { monthlyStatements } from './tables/monthly-statements.ts'

const printing = {
  ...{ accounts: Accounts, clock: Clock },
  ...{ brands: optional(Brands), printableDocuments: optional(PrintableDocuments) },
}

/** Statements of wallets and commission; GST invoices and credit notes, where the section has a seller. */
export const invoicing = definePlugin({
  ...{ id: 'invoicing', contract: CONTRACT },
  settings: InvoicingSettings,
  check: checkSeries,
  tables: invoicingTables,
  statements: [billingStatements, invoiceStatements, monthlyStatements],
  operations: [
    ...[getWalletStatement, getCommissionStatement, getBilling, setBilling],
    ...[listInvoices, getInvoice, drawInvoice, issueInvoice, creditInvoice],
  ],
  errors: [invoicingErrors],
  events: [InvoiceReady, StatementReady],
  contributes: readyAlerts,
  jobs: [closeMonthDaily],
  services: [
    service(InvoiceBook, { tables: invoicingTables }, createInvoiceBook),
    service(Statements, { ...printing, ledger: StatementLedger, commission: CommissionLedger }, createStatements),
    service(
      Invoices,
      { ...printing, book: InvoiceBook, statements: Statements, settings: InvoicingSettings },
      ({ settings, ...parts }) => createInvoices({ ...parts, rules: rulesOf(settings) }),
    ),
    service(
      CloseMonth,
      {
        ...{ tables: invoicingTables, clock: SharedClock, invoices: Invoices, statements: Statements },
        ...{ settings: InvoicingSettings, logger: Logger },
      },
      closeMonth,
    ),
  ],
})
