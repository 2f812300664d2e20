import { defineErrorTable } from '@parakh/core'

/** Errors of the documents. */
export const documentsErrors = defineErrorTable('documents', {
  DOCUMENT_INVALID: 'The document "{id}" cannot be issued: {detail}',
  FONT_UNREADABLE: 'The font file {file} cannot be read: {detail}',
  LOGO_UNUSABLE: 'The logo cannot be drawn: {detail}. Allowed: a PNG or JPEG of at most 1,000,000 pixels',
})
