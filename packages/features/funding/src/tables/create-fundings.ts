import {
  type Ledger,
  type LedgerTransaction,
  type Money,
  micro,
  readCursor,
  type Steps,
  type TableAccess,
  type TableTransaction,
  type WalletOwner,
  writeCursor,
  zero,
} from '@parakh/core'
import * as z from 'zod'
import type { FundingQueue, FundingRecord } from '../contract/funding.ts'
import { FUNDING_QUEUES } from '../contract/funding-queues.ts'
import type { RecordedEvent } from '../contract/recorded-event.ts'
import { fundingErrors } from '../error-codes.ts'
import type { FundingRows, PaymentId } from '../rules/funding-rows.ts'
import { takenBy } from '../rules/reversals.ts'
import { auditFunding } from './audit-funding.ts'
import { claimReferences, isUnproven, requireClaimLeft, requireOpenAccount } from './claim-references.ts'
import { createEvents } from './create-events.ts'
import { fundingRow } from './funding-row.ts'
import { referenced, fundingStatements as statements } from './funding-statements.ts'
import { accountsOf, openAct } from './open-act.ts'
import { assignSuspense, createSuspense } from './suspense.ts'
import { takeStep } from './take-step.ts'

const MOST = 1_000
/** How often a step looks for rival claims: between the look and the lock another may be submitted. */
const CLAIM_ATTEMPTS = 5
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
    async open({ funding, references, assigned, openClaims }) {
      const { id: fundingId, accountId, environment, createdBy: actor } = funding
      function* work(tx: TableTransaction): Steps<void> {
        yield* requireOpenAccount(tx, accountId)
        if (openClaims) yield* requireClaimLeft(tx, accountId, openClaims)
        if (assigned) yield* assignSuspense(tx, { ...assigned, funding })
        yield* claimReferences(tx, { fundingId, references })
        yield* tx.run(statements.insert(fundingRow(funding)))
        yield* auditFunding(tx, { funding, actor, action: 'funding.open' }, null)
      }
      // Claims of one wallet are counted one after the other.
      if (openClaims) await ledger.change({ wallets: [{ accountId, environment }] }, work)
      else await tables.transaction(work)
      return funding
    },
    async openAct(asked, decide) {
      const { environment } = asked
      const wallets = accountsOf(asked).map((accountId) => ({ accountId, environment }))
      return await ledger.change({ wallets }, function* (tx) {
        const { act, isNew } = yield* openAct(tx, { act: asked, decide })
        // One that does not wait is told by its movement.
        const action = act.state === 'submitted' && isNew ? 'funding.open' : null
        yield* auditFunding(tx, { funding: act, actor: act.createdBy, action }, null)
        return act
      })
    },
    async step(id, decide, context = {}) {
      const seen = await tables.first(statements.byId({ id }))
      if (!seen) throw fundingErrors.error('FUNDING_NOT_FOUND', { id })
      for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
        const rivals = await rivalsOf(tables, seen, context.claims ?? [])
        const locked = rivals.map((rival) => rival.id)
        // The wallets first, as everybody locks; whoever changes a row holds the lock of its wallet.
        const taken = await ledger.change({ wallets: walletsOf([seen, ...rivals]) }, function* (tx) {
          const before = (yield* tx.first(statements.byId({ id }))) ?? seen
          const earlier = yield* earlierTaken(tx, before, context.earlier)
          const step = decide(before, earlier, yield* eventsOf(tx, context.payment))
          return step ? yield* takeStep(tx, before, { ...context, step, locked }) : before
        })
        if (taken) return taken
      }
      // New claims of the same reference came as fast as they were found.
      throw fundingErrors.error('FUNDING_REFERENCE_USED', { reference: context.claims?.join(', ') ?? '' })
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
    ...createEvents(tables),
    ...createSuspense(tables),
  }
}

/** The fundings that claim references without proof. */
async function rivalsOf(
  tables: TableAccess,
  { id }: FundingRecord,
  references: readonly string[],
): Promise<readonly FundingRecord[]> {
  const holders = await Promise.all(references.map((reference) => tables.first(statements.byReference({ reference }))))
  return holders.flatMap((holder) => (holder && holder.id !== id && isUnproven(holder) ? [holder] : []))
}

/** Each wallet of the fundings once. */
const walletsOf = (fundings: readonly FundingRecord[]): readonly WalletOwner[] => [
  ...new Map(
    fundings.map(({ accountId, environment }) => [`${environment}/${accountId}`, { accountId, environment }]),
  ).values(),
]

/** What a release that listed no reversals took out for a refund or a chargeback. */
function* earlierTaken(tx: LedgerTransaction, funding: FundingRecord, name: string | undefined): Steps<Money> {
  const { id, amount, reversed, reversals } = funding
  const isListed = reversed === takenBy(amount, reversals) && !reversals.some(({ kind }) => kind === 'earlier')
  if (name === undefined || isListed) return zero
  const moved = (yield* tx.moved(funding, `funding/${id}/${name}`)) ?? zero
  return micro(Math.max(0, -moved))
}

/** Read under the locks: of two events at once, the later step reads both. */
function* eventsOf(tx: LedgerTransaction, payment: PaymentId | undefined): Steps<readonly RecordedEvent[]> {
  if (!payment) return []
  return yield* tx.rows(statements.paymentEvents({ gateway: payment.gateway, payment_id: payment.paymentId }))
}

const waitingIn = (queue: FundingQueue) => {
  const { states, methods } = FUNDING_QUEUES[queue]
  return { states: [...states], methods: [...methods] }
}
