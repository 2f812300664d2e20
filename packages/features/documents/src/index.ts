/**
 * A record as a PDF behind a signed, expiring URL.
 *
 * @packageDocumentation
 */
export type { DocumentBrand } from './brand/brand.ts'
export { createDocuments, type DocumentsOptions } from './create-documents.ts'
export { documentsErrors } from './error-codes.ts'
export { default } from './plugin.ts'
export { createPrintableDocuments } from './printable/create-printable-documents.ts'
