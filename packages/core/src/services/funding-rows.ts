import type { Money } from '../money.ts'
import type { Page } from '../records.ts'
import type { FundingQuery, FundingRecord, SuspenseItem } from './funding.ts'

/** A funding to be kept, with what names its money. */
export interface NewFunding {
  readonly funding: FundingRecord
  /** UTRs and payment ids: each stands with one funding. */
  readonly references: readonly string[]
  /** The suspense item that it is made of. */
  readonly suspenseId?: string
}
/** What is to become of a funding: all of it in one commit, or none. */
export interface FundingStep {
  /** As it is afterwards. */
  readonly funding: FundingRecord
  /** A payment or refund id by which this step happens once: where it stands with this funding already, nothing changes. */
  readonly once?: string
  /** UTRs and payment ids that it claims besides. */
  readonly claims?: readonly string[]
  /** True: those that it had are free again. */
  readonly freesReferences?: boolean
  /** Moves money, once per reference. `reversal`: what the wallet has not got is owed (decision 0011). */
  readonly money?: {
    readonly kind: 'credit' | 'reversal'
    readonly amount: Money
    readonly reference: string
    readonly reason: string
  }
  /** True, with a `reversal`: commission of the calls that were paid with what is gone is taken back (decision 0024). */
  readonly clawsBack?: boolean
  /** `suspend`: suspend an active account and set `suspendedAccount`. `open`: activate the account if this funding suspended it. */
  readonly account?: 'suspend' | 'open'
  readonly actor: string
  /** Of the audit entry, such as `funding.approve`; null: what was done has an entry of its own. */
  readonly action: string | null
}
/** The rows of funding. Rules are the caller's: a step is decided by a pure function under the locks. */
export interface FundingRows {
  /** @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`, `FUNDING_NOT_FOUND` (no such suspense item is open), `FUNDING_REFERENCE_USED` */
  open(opened: NewFunding): Promise<FundingRecord>
  /**
   * Opens an operator's act under the locks of its wallets, so that acts which come at once are counted together. The same again
   * (wallet, reference) is what it was.
   *
   * @param decide Pure. Gets the acts of the last 24 hours that touched one of its wallets; answers the act as it is to stand.
   * @throws `ACCOUNT_NOT_FOUND`, `REFERENCE_REUSED` (same reference, another act or amount)
   */
  openAct(act: FundingRecord, decide: (earlier: readonly FundingRecord[]) => FundingRecord): Promise<FundingRecord>
  /**
   * Decides and writes a step under the locks of the wallet and the row.
   *
   * @param decide Pure: it may be asked again. Null: nothing changes.
   * @throws `ACCOUNT_CLOSED` for a credit, `FUNDING_NOT_FOUND`, `FUNDING_REFERENCE_USED`, and what `decide` throws.
   */
  step(id: string, decide: (funding: FundingRecord) => FundingStep | null): Promise<FundingRecord>
  get(id: string): Promise<FundingRecord | null>
  /** The funding with which a UTR or payment id stands. */
  findByReference(reference: string): Promise<FundingRecord | null>
  /** Newest first. @throws `CURSOR_INVALID` */
  list(query: FundingQuery): Promise<Page<FundingRecord>>
  /** Keeps a payment that fits no order, once per gateway and payment id. */
  addSuspense(item: SuspenseItem): Promise<void>
  /** Newest first. */
  suspense(state: SuspenseItem['state'] | null): Promise<readonly SuspenseItem[]>
  findSuspense(by: { readonly id: string } | Pick<SuspenseItem, 'gateway' | 'paymentId'>): Promise<SuspenseItem | null>
  /** @throws `FUNDING_NOT_FOUND` where it is not open. */
  closeSuspense(close: { readonly id: string; readonly reason: string; readonly actor: string }): Promise<SuspenseItem>
}
