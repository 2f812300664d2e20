import {
  coreErrors,
  decimal,
  type Ledger,
  type LedgerTransaction,
  readCursor,
  type Steps,
  type TableAccess,
  type TableTransaction,
  writeCursor,
} from '@parakh/core'
import * as z from 'zod'
import type { FundingQueue, FundingRecord } from '../contract/funding.ts'
import { FUNDING_QUEUES } from '../contract/funding-queues.ts'
import { fundingErrors } from '../error-codes.ts'
import type { FundingRows, FundingStep } from '../rules/funding-rows.ts'
import { claimReferences } from './claim-references.ts'
import { fundingRow } from './funding-row.ts'
import { referenced, fundingStatements as statements } from './funding-statements.ts'
import { accountsOf, openAct } from './open-act.ts'
import { assignSuspense, createSuspense } from './suspense.ts'

const MOST = 1_000
const Place = z.tuple([z.string()])

/** What funding rows are made from. */
export interface FundingsOptions {
  /** Of `fundingTables`. */
  readonly tables: TableAccess
  readonly ledger: Ledger
}

/**
 * Funding on its tables. A step's state, its money, its references, the account's status and its audit entry are one commit.
 *
 * @example
 * const fundings = createFundings({ tables, ledger })
 * await fundings.step(id, (funding) => ({ funding: { ...funding, state: 'rejected' }, actor: 'asha', action: 'funding.reject' }))
 */
export function createFundings({ tables, ledger }: FundingsOptions): FundingRows {
  return {
    async open({ funding, references, assigned }) {
      await tables.transaction(function* (tx) {
        const { id, status } = yield* tx.account(funding.accountId)
        if (status === 'closed') throw coreErrors.error('ACCOUNT_CLOSED', { id })
        if (assigned) yield* assignSuspense(tx, { ...assigned, funding })
        yield* claimReferences(tx, { fundingId: funding.id, references })
        yield* tx.run(statements.insert(fundingRow(funding)))
        yield* audit(tx, { funding, actor: funding.createdBy, action: 'funding.open' }, null)
      })
      return funding
    },
    async openAct(asked, decide) {
      const { environment } = asked
      const wallets = accountsOf(asked).map((accountId) => ({ accountId, environment }))
      return await ledger.change({ wallets }, function* (tx) {
        const { act, isNew } = yield* openAct(tx, { act: asked, decide })
        // One that does not wait is told by its movement.
        const action = act.state === 'submitted' && isNew ? 'funding.open' : null
        yield* audit(tx, { funding: act, actor: act.createdBy, action }, null)
        return act
      })
    },
    async step(id, decide) {
      const seen = await tables.first(statements.byId({ id }))
      if (!seen) throw fundingErrors.error('FUNDING_NOT_FOUND', { id })
      const { accountId, environment } = seen
      // The wallet first, as everybody locks; whoever changes the row holds that lock.
      return await ledger.change({ wallets: [{ accountId, environment }] }, function* (tx) {
        const before = (yield* tx.first(statements.byId({ id }))) ?? seen
        const step = decide(before)
        return step ? yield* takeStep(tx, before, step) : before
      })
    },
    get: (id) => tables.first(statements.byId({ id })),
    findByReference: (reference) => tables.first(statements.byReference({ reference })),
    async list({ accountIds, cursor, limit, environment, state, method, queue, reference }) {
      const wanted = Math.min(limit, MOST)
      const accounts = accountIds && [...accountIds]
      const place = cursor === null ? null : readCursor(cursor, Place)[0]
      const asked = { accounts, environment, limit: wanted + 1 }
      const rows =
        queue === undefined
          ? await tables.rows(statements.page({ ...asked, state, method, ...referenced(reference), before: place }))
          : await tables.rows(statements.queue({ ...asked, ...waitingIn(queue), after: place }))
      const items = rows.slice(0, wanted)
      const last = items.at(-1)
      return { items, next: rows.length > wanted && last ? writeCursor([last.id]) : null }
    },
    ...createSuspense(tables),
  }
}

const waitingIn = (queue: FundingQueue) => {
  const { states, methods } = FUNDING_QUEUES[queue]
  return { states: [...states], methods: [...methods] }
}

function* takeStep(tx: LedgerTransaction, before: FundingRecord, step: FundingStep): Steps<FundingRecord> {
  const { id } = before
  const { once, claims = [] } = step
  if (once !== undefined && (yield* claimReferences(tx, { fundingId: id, references: [once] })).length > 0)
    return before
  yield* moveFunds(tx, before, step)
  yield* claimReferences(tx, { fundingId: id, references: claims })
  if (step.freesReferences) yield* tx.run(statements.free({ funding_id: id }))
  const funding = { ...step.funding, ...(yield* changeAccount(tx, step)), updatedAt: tx.at }
  yield* tx.run(statements.update(fundingRow(funding)))
  yield* audit(tx, { ...step, funding }, before)
  return funding
}

/**
 * Credits a funding, or takes it back, in the commit of the funding's state. What a reversal finds gone takes the commission of the calls
 * along that were paid with it, where the step says so (decision 0024).
 */
function* moveFunds(
  tx: LedgerTransaction,
  { id, accountId, environment, createdAt }: FundingRecord,
  { money, actor, clawsBack = false }: FundingStep,
): Steps<void> {
  if (!money) return
  const { amount, reference, reason } = money
  const of = { accountId, environment, amount, reference, actor }
  if (money.kind === 'credit') yield* tx.move({ kind: 'credit', ...of })
  else {
    const clawBack = clawsBack ? { clawBack: { since: createdAt, by: id } } : {}
    yield* tx.move({ kind: 'reverse', ...of, reason, ...clawBack })
  }
}

/** Suspends an account that is active, and opens one that this funding suspended; anybody else's suspension stays. */
function* changeAccount(
  tx: LedgerTransaction,
  { account, funding }: FundingStep,
): Steps<{ suspendedAccount?: boolean }> {
  const { accountId, suspendedAccount } = funding
  if (account === 'suspend') return { suspendedAccount: (yield* tx.suspend(accountId)) || suspendedAccount }
  if (account !== 'open' || !suspendedAccount) return {}
  yield* tx.reopen(accountId)
  return { suspendedAccount: false }
}

function* audit(
  tx: TableTransaction,
  { funding, actor, action }: FundingStep,
  before: FundingRecord | null,
): Steps<void> {
  if (action === null) return
  const { id, accountId } = funding
  yield* tx.audit({
    ...{ actor, action, subject: `funding/${id}`, accountId },
    ...{ before: before && auditDetails(before), after: auditDetails(funding) },
  })
}

/** What the audit log keeps of a funding. */
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
