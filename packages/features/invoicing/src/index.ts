/**
 * Monthly statements, tax invoices and credit notes.
 *
 * @packageDocumentation
 */

export { invoicingErrors } from './error-codes.ts'
export { createInvoices, type InvoicesParts } from './invoices/create-invoices.ts'
export type { InvoicingRules } from './invoices/invoicing-rules.ts'
export { createStatements, type StatementsParts } from './statements/create-statements.ts'
