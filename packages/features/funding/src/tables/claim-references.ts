import type { Steps, TableTransaction } from '@parakh/core'
import { fundingErrors } from '../error-codes.ts'
import { fundingStatements as statements } from './funding-statements.ts'

/**
 * Makes UTRs or payment ids stand with a funding. Of two transactions that claim one at once, the second waits for the first.
 *
 * @returns Those that stood with this funding before.
 * @throws `FUNDING_REFERENCE_USED` where one stands with another funding.
 */
export function* claimReferences(
  tx: TableTransaction,
  { fundingId, references }: { readonly fundingId: string; readonly references: readonly string[] },
): Steps<readonly string[]> {
  const before: string[] = []
  for (const reference of references) {
    const added = yield* tx.rows(statements.claim({ reference, funding_id: fundingId }))
    if (added.length > 0) continue
    const holder = yield* tx.first(statements.holderOf({ reference }))
    if (holder?.funding_id !== fundingId) throw fundingErrors.error('FUNDING_REFERENCE_USED', { reference })
    before.push(reference)
  }
  return before
}
