import type { LedgerTransaction, Steps } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import type { FundingStep, StepContext } from '../rules/funding-rows.ts'
import { auditFunding } from './audit-funding.ts'
import { claimReferences, isUnproven, requireClaimLeft } from './claim-references.ts'
import { fundingRow } from './funding-row.ts'
import { fundingStatements as statements } from './funding-statements.ts'

/** What the account of a rejected transfer reads. It does not say whose payment has the UTR. */
const CLAIM_LOST = 'A payment at the gateway has this UTR'

/**
 * Writes a decided step: references, money, the account's status, the row, the audit entry and the effect of its event in one commit.
 *
 * @param locked Fundings whose wallets are locked too.
 * @returns The funding afterwards. Null: another funding claims one of its references without proof, and is not locked.
 */
export function* takeStep(
  tx: LedgerTransaction,
  before: FundingRecord,
  { step, locked, eventId }: { readonly step: FundingStep; readonly locked: readonly string[] } & StepContext,
): Steps<FundingRecord | null> {
  const { id, accountId } = before
  const { once, claims = [], actor } = step
  if (
    step.isProven &&
    !(yield* rejectClaims(tx, { id, references: [...(once === undefined ? [] : [once]), ...claims], locked, actor }))
  )
    return null
  if (once !== undefined && (yield* claimReferences(tx, { fundingId: id, references: [once] })).length > 0)
    return before
  if (step.openClaims) yield* requireClaimLeft(tx, accountId, step.openClaims)
  yield* moveFunds(tx, before, step)
  yield* claimReferences(tx, { fundingId: id, references: claims })
  if (step.releases !== undefined) yield* tx.run(statements.release({ reference: step.releases, funding_id: id }))
  if (step.freesReferences) yield* tx.run(statements.free({ funding_id: id }))
  const funding = { ...step.funding, ...(yield* changeAccount(tx, step)), updatedAt: tx.at }
  yield* tx.run(statements.update(fundingRow(funding)))
  yield* auditFunding(tx, { ...step, funding }, before)
  const effect = step.action ?? 'none'
  if (eventId !== undefined) yield* tx.run(statements.settleEvent({ id: eventId, funding_id: id, effect }))
  return funding
}

/** Rejects the transfers that claim these references without proof, and frees their references. @returns False: one is not locked. */
function* rejectClaims(
  tx: LedgerTransaction,
  claim: {
    readonly id: string
    readonly references: readonly string[]
    readonly locked: readonly string[]
    readonly actor: string
  },
): Steps<boolean> {
  for (const reference of claim.references) {
    const holder = yield* tx.first(statements.byReference({ reference }))
    if (!holder || holder.id === claim.id || !isUnproven(holder)) continue
    if (!claim.locked.includes(holder.id)) return false
    const funding = { ...holder, state: 'rejected', reason: CLAIM_LOST, updatedAt: tx.at } as const
    yield* tx.run(statements.free({ funding_id: holder.id }))
    yield* tx.run(statements.update(fundingRow(funding)))
    yield* auditFunding(tx, { funding, actor: claim.actor, action: 'funding.reject' }, holder)
  }
  return true
}

/**
 * Credits a funding, takes it back or returns it, in the commit of the funding's state. If the reversed money is spent, the commission of the
 * calls that it paid for is taken back too, where the step says so (decision 0024).
 */
function* moveFunds(
  tx: LedgerTransaction,
  { id, accountId, environment, createdAt }: FundingRecord,
  { money, actor, clawsBack = false }: FundingStep,
): Steps<void> {
  if (!money) return
  const { kind, amount, reference, reason } = money
  const move = { accountId, environment, amount, reference, actor }
  if (kind === 'credit') yield* tx.move({ kind, ...move })
  else if (kind === 'return') yield* tx.move({ kind: 'adjust', ...move, reason })
  else {
    const clawBack = clawsBack ? { clawBack: { since: createdAt, by: id } } : {}
    yield* tx.move({ kind, ...move, reason, ...clawBack })
  }
}

/** Suspends the account, or opens it if no other funding suspends it; an operator's suspension stays. */
function* changeAccount(
  tx: LedgerTransaction,
  { account, funding }: FundingStep,
): Steps<{ suspendedAccount?: boolean }> {
  const { id, accountId, suspendedAccount } = funding
  if (account === undefined || (account === 'open' && !suspendedAccount)) return {}
  const other = yield* tx.first(statements.otherSuspending({ account_id: accountId, id }))
  if (account === 'suspend')
    return { suspendedAccount: (yield* tx.suspend(accountId)) || suspendedAccount || other !== null }
  if (!other) yield* tx.reopen(accountId)
  return { suspendedAccount: false }
}
