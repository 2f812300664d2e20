import { type CreditOperation, type Page, type ReverseOperation, token } from '@parakh/core'
import type { FundingQuery, FundingRecord, SuspenseItem } from '../contract/funding.ts'

/** Why a suspense item is there, or has become one to be credited to nobody: its payment was refunded or disputed. */
export const REVERSED = 'reversal_before_payment'

/** A new funding, with the references of its payment. */
export interface NewFunding {
  readonly funding: FundingRecord
  /** UTRs and payment ids: each belongs to at most one funding. */
  readonly references: readonly string[]
  /** The suspense item that it is created from, and why it is of this account. */
  readonly assigned?: { readonly suspenseId: string; readonly reason: string | null }
}
/** A step of a funding: one commit. */
export interface FundingStep {
  /** The funding afterwards. */
  readonly funding: FundingRecord
  /** A payment or refund id that makes the step idempotent: if it belongs to this funding already, nothing changes. */
  readonly once?: string
  /** Further UTRs and payment ids that it claims. */
  readonly claims?: readonly string[]
  /** True: its UTRs and payment ids are freed. */
  readonly freesReferences?: boolean
  /** Moves money, idempotent per reference. `reverse`: what exceeds the balance is owed (decision 0011). */
  readonly money?: Pick<ReverseOperation, 'amount' | 'reference' | 'reason'> & {
    readonly kind: (CreditOperation | ReverseOperation)['kind']
  }
  /** True, with a `reverse`: commission of calls that were paid with the spent money is clawed back (decision 0024). */
  readonly clawsBack?: boolean
  /** `suspend`: suspend an active account and set `suspendedAccount`. `open`: activate the account if this funding suspended it. */
  readonly account?: 'suspend' | 'open'
  readonly actor: string
  /** The action of the audit entry, such as `funding.approve`; null: another entry covers it. */
  readonly action: string | null
}
/** The rows of funding. The caller decides each step by a pure function under the locks. */
export interface FundingRows {
  /** @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`, `FUNDING_NOT_FOUND` (no such suspense item is open), `FUNDING_REFERENCE_USED` */
  open(opened: NewFunding): Promise<FundingRecord>
  /**
   * Opens an operator's act under the locks of its wallets, so that concurrent acts are counted together. Idempotent per wallet and
   * reference.
   *
   * @param decide Pure. Gets the acts of the last 24 hours on one of its wallets; returns the act with its state.
   * @throws `ACCOUNT_NOT_FOUND`, `REFERENCE_REUSED` (same reference, another act or amount)
   */
  openAct(act: FundingRecord, decide: (earlier: readonly FundingRecord[]) => FundingRecord): Promise<FundingRecord>
  /**
   * Decides and writes a step under the locks of the wallet and the row.
   *
   * @param decide Pure: it may be called again. Null: nothing changes.
   * @throws `ACCOUNT_CLOSED` for a credit, `FUNDING_NOT_FOUND`, `FUNDING_REFERENCE_USED`, and what `decide` throws.
   */
  step(id: string, decide: (funding: FundingRecord) => FundingStep | null): Promise<FundingRecord>
  get(id: string): Promise<FundingRecord | null>
  /** The funding that a UTR or payment id belongs to. */
  findByReference(reference: string): Promise<FundingRecord | null>
  /** Newest first; of a queue the oldest first. @throws `CURSOR_INVALID` */
  list(query: FundingQuery): Promise<Page<FundingRecord>>
  /** Stores a payment that matches no order, once per gateway and payment id. One with the reason `REVERSED` is noted on what is open of it. */
  addSuspense(item: SuspenseItem): Promise<void>
  /** Newest first. @param reference As of `Funding.suspense`. */
  suspense(state: SuspenseItem['state'] | null, reference?: string): Promise<readonly SuspenseItem[]>
  findSuspense(by: { readonly id: string } | Pick<SuspenseItem, 'gateway' | 'paymentId'>): Promise<SuspenseItem | null>
  /** @throws `FUNDING_NOT_FOUND` where it is not open. */
  closeSuspense(close: { readonly id: string; readonly reason: string; readonly actor: string }): Promise<SuspenseItem>
}
/** The rows of a server's funding. */
export const FundingRows = token<FundingRows>('funding.rows')
