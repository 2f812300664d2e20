import type { Drawing } from '@parakh/core'
import type * as z from 'zod'
import type { KycView } from './kyc-view.ts'

/** The KYC of an account for a person. */
export function describeKyc(view: z.output<typeof KycView>, draw: Drawing): string {
  const { account_id, state, documents, submitted_at, decided_at, reason } = view
  const lines = [
    `The KYC of ${account_id} is ${state}.`,
    ...(submitted_at === null ? [] : [`Submitted ${submitted_at}.`]),
    ...(decided_at === null ? [] : [`Decided ${decided_at}.`]),
    ...(reason === null ? [] : [`Reason: ${reason}`]),
  ]
  const rows = documents.map(({ kind, reference }) => [kind, reference])
  return rows.length === 0 ? lines.join('\n') : `${lines.join('\n')}\n${draw.table(['Document', 'Kept at'], rows)}`
}
