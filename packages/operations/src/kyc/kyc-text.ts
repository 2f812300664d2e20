import type { Drawing } from '@parakh/core'
import type * as z from 'zod'
import type { KycView } from './kyc-view.ts'

/** The KYC of an account for a person. */
export function describeKyc(view: z.output<typeof KycView>, draw: Drawing): string {
  const { account_id, state, documents, files, submitted_at, decided_at, reason } = view
  const lines = [
    `The KYC of ${account_id} is ${state}.`,
    ...(submitted_at === null ? [] : [`Submitted ${submitted_at}.`]),
    ...(decided_at === null ? [] : [`Decided ${decided_at}.`]),
    ...(reason === null ? [] : [`Reason: ${reason}`]),
  ]
  const tables = [
    { heads: ['Submitted document', 'Reference'], rows: documents.map(({ kind, reference }) => [kind, reference]) },
    {
      heads: ['Uploaded file', 'Document', 'Name', 'Type', 'Bytes'],
      rows: files.map(({ file_id, kind, name, type, size_bytes }) => [file_id, kind, name, type, `${size_bytes}`]),
    },
  ]
  return [...lines, ...tables.flatMap(({ heads, rows }) => (rows.length === 0 ? [] : [draw.table(heads, rows)]))].join(
    '\n',
  )
}
