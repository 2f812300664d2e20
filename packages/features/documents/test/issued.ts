import type { Environment } from '@parakh/core'
import type { DocumentBrand } from '../src/brand/brand.ts'
import type { IssuedContent } from '../src/paint/issued-document.ts'
import type { Sample } from './sample-documents.ts'

/** When documents of tests are issued: 17:42:10 in India. */
export const ISSUED_AT = new Date('2025-11-21T12:12:10Z')

/** Whose the documents of tests are. */
export const BRAND: DocumentBrand = { name: 'Acme Verify', supportEmail: 'help@acme.example', colour: '#0a6d52' }

/** A sample as it is issued. */
export const issued = (sample: Sample, environment: Environment = 'production'): IssuedContent => ({
  ...sample,
  ...{ environment, number: '01K9Z7Q4M8T2W6X0Y3B5C7D9FA', issuedAt: ISSUED_AT, fingerprint: '9F3A77C10B2ED41C' },
  verifyUrl: `https://verify.acme.example/documents/verify/${'aB3_'.repeat(25)}`,
})
