import { createHash } from 'node:crypto'
import type { DocumentBrand } from './brand/brand.ts'
import type { DocumentPlace } from './document-links.ts'
import type { StoredDocument } from './stored-document.ts'

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('base64url')

/**
 * Names what a document is drawn from, so that whether it has changed is known without drawing it.
 *
 * @returns An entity tag of HTTP, in its quotes.
 */
export function entityTags(brand: DocumentBrand): (place: DocumentPlace, kept: StoredDocument) => string {
  const { name, supportEmail, colour, logo } = brand
  const look = hashOf([name, supportEmail, colour, logo && createHash('sha256').update(logo).digest('base64url')])
  return ({ accountId, environment, id }, { fingerprint, issuedAt, verifyUrl }) =>
    `"${hashOf([look, accountId, environment, id, fingerprint, issuedAt, verifyUrl])}"`
}
