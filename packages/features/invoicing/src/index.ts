/**
 * Monthly statements, tax invoices and credit notes.
 *
 * @packageDocumentation
 */

export * from './contract/invoices.ts'
export * from './contract/statements.ts'
export { invoicingErrors } from './error-codes.ts'
export { invoicing as default } from './plugin.ts'
