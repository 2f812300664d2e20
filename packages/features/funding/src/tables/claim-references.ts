import { coreErrors, type Steps, type TableTransaction } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import { fundingErrors } from '../error-codes.ts'
import type { ClaimLimit } from '../rules/funding-rows.ts'
import { fundingStatements as statements } from './funding-statements.ts'

/**
 * Claims UTRs, payment ids or refund ids for a funding. Of two transactions that claim one at once, the second waits for the first.
 *
 * @returns Those that belonged to this funding before.
 * @throws `FUNDING_REFERENCE_USED` if one belongs to another funding.
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

/** Whether a funding claims its references without proof: no gateway reported it, and no operator has approved it. */
export const isUnproven = ({ state, method, paymentId }: FundingRecord): boolean =>
  state === 'submitted' && paymentId === null && (method === 'bank_transfer' || method === 'upi_qr')

/** @throws `FUNDING_TOO_MANY_OPEN` if the account has as many open transfers as it may have. */
export function* requireClaimLeft(tx: TableTransaction, accountId: string, limit: ClaimLimit): Steps<void> {
  const account = yield* tx.account(accountId)
  const most = limit(account)
  const { count } = (yield* tx.first(statements.openClaims({ account_id: accountId }))) ?? { count: 0 }
  if (count >= most) throw fundingErrors.error('FUNDING_TOO_MANY_OPEN', { most })
}

/** @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND` */
export function* requireOpenAccount(tx: TableTransaction, accountId: string): Steps<void> {
  const { id, status } = yield* tx.account(accountId)
  if (status === 'closed') throw coreErrors.error('ACCOUNT_CLOSED', { id })
}
