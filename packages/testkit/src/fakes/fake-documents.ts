import { DescribedDocument, type Documents } from '@parakh/core'

const EXPIRES_IN_SECONDS = 900

/**
 * Documents that are described but never drawn: the blocks and the file name of the record are made and kept, and the URL is one
 * that nobody serves. A definition that breaks on a record breaks here as it would in production.
 *
 * @example
 * const { host } = await createTestHost({ plugins: [licences()], overrides: [service(Documents, {}, () => fakeDocuments())] })
 */
export function fakeDocuments(): Documents {
  return {
    async prepare({ id, document: { definition }, record }) {
      const { title } = definition
      const described = DescribedDocument.parse({
        title,
        fileName: definition.fileName(record),
        blocks: definition.blocks(record),
      })
      return {
        issued: {
          pdf_url: `https://documents.example/${id}`,
          pdf_expires_in: EXPIRES_IN_SECONDS,
          file_name: described.fileName,
          pages: 1,
        },
        kept: JSON.stringify({ ...described, renewals: 0 }),
      }
    },
    renew(kept, { forSeconds = EXPIRES_IN_SECONDS } = {}) {
      const known: { renewals: number } = JSON.parse(kept)
      return JSON.stringify({ ...known, renewals: known.renewals + 1, forSeconds })
    },
    open: async () => ({ kind: 'invalid' }),
    verify: () => null,
  }
}
