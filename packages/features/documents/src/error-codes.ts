import { defineErrorTable } from '@parakh/core'

/** Errors of the documents. */
export const documentsErrors = defineErrorTable('documents', {
  DOCUMENT_INVALID: 'The document "{id}" cannot be issued: {detail}',
  FONT_UNREADABLE: 'The font file {file} cannot be read: {detail}',
  LOGO_UNUSABLE: 'The logo cannot be drawn: {detail}. Allowed: a PNG or JPEG of at most 1,000,000 pixels',
  DOCUMENTS_BUSY: 'Too many documents are being downloaded. Open this link again in a moment',
  DOCUMENT_LINK_EXPIRED:
    'This link has expired. Repeat the call that returned it with the same Idempotency-Key or X-Request-Id: while its answer is stored, that is free and renews the link',
  DOCUMENT_LINK_INVALID:
    'No document of {brand} has this address. Compare it with the pdf_url of the answer, character by character',
  DOCUMENT_NOT_ISSUED: '{brand} did not issue a document with this code, or the code is not complete',
})
