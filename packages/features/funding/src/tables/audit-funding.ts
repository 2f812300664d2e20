import { decimal, type Steps, type TableTransaction } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import type { FundingStep } from '../rules/funding-rows.ts'

/** Writes the audit entry of a step. */
export function* auditFunding(
  tx: TableTransaction,
  { funding, actor, action }: Pick<FundingStep, 'funding' | 'actor' | 'action'>,
  before: FundingRecord | null,
): Steps<void> {
  if (action === null) return
  const { id, accountId } = funding
  yield* tx.audit({
    ...{ actor, action, subject: `funding/${id}`, accountId },
    ...{ before: before && auditDetails(before), after: auditDetails(funding) },
  })
}

/** A funding's fields in the audit log. */
function auditDetails({
  state,
  method,
  environment,
  amount,
  reversed,
  utr,
  paymentId,
  reference,
  from,
  reason,
  approvals,
  suspendedAccount,
}: FundingRecord) {
  return {
    ...{ state, method, environment, amount: decimal(amount), reversed: decimal(reversed) },
    ...(reference === null ? {} : { reference }),
    ...(from === null ? {} : { from }),
    ...{ utr, payment_id: paymentId, reason, approved_by: approvals.map(({ actor }) => actor) },
    suspended_account: suspendedAccount,
  }
}
