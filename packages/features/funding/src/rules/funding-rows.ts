import { type Account, type Money, type Page, type ReverseOperation, token } from '@parakh/core'
import type { FundingQuery, FundingRecord, SuspenseItem } from '../contract/funding.ts'
import type { RecordedEvent, RecordedEventQuery } from '../contract/recorded-event.ts'

/** Why nobody can be credited with a payment in suspense: it was refunded or disputed. */
export const REVERSED = 'reversal_before_payment'
/** Why it can be assigned again: the refund failed, or the dispute ended without a loss. */
export const REVERSAL_UNDONE = 'reversal_undone'
/** How the payment ids of suspense items begin that are events, not payments: nobody can be credited with one. */
const EVENT_ITEM = 'event/'
/** The payment id of a suspense item for an event. */
export const eventItemId = (key: string): string => `${EVENT_ITEM}${key}`
/** Whether a suspense item is an event, not a payment. */
export const isEventItem = ({ paymentId }: Pick<SuspenseItem, 'paymentId'>): boolean => paymentId.startsWith(EVENT_ITEM)

/** The most open transfers that an account may have. */
export type ClaimLimit = (account: Account) => number

/** A new funding, with the references of its payment. */
export interface NewFunding {
  readonly funding: FundingRecord
  /** UTRs and payment ids: each belongs to at most one funding. */
  readonly references: readonly string[]
  /** It is a claim without proof: the limit of the account's open claims. */
  readonly openClaims?: ClaimLimit
  /** The suspense item that it is created from, and why it is of this account. */
  readonly assigned?: { readonly suspenseId: string; readonly reason: string | null }
}
/** A step of a funding: one commit. */
export interface FundingStep {
  /** The funding afterwards. */
  readonly funding: FundingRecord
  /** A payment or refund id that makes the step idempotent: if it belongs to this funding already, nothing changes. */
  readonly once?: string
  /** Further UTRs, payment ids and refund ids that it claims. */
  readonly claims?: readonly string[]
  /** True: a signed event proves its claims, so transfers that only claim one of them are rejected. */
  readonly isProven?: boolean
  /** A UTR of its own that it gives up. */
  readonly releases?: string
  /** It is a claim without proof: the limit of the account's open claims. */
  readonly openClaims?: ClaimLimit
  /** True: its UTRs and payment ids are freed. */
  readonly freesReferences?: boolean
  /**
   * Moves money, idempotent per reference. `reverse`: what exceeds the balance is owed (decision 0011). `return`: puts money back that was
   * reversed, and repays first what is owed.
   */
  readonly money?: Pick<ReverseOperation, 'amount' | 'reference' | 'reason'> & {
    readonly kind: 'credit' | 'reverse' | 'return'
  }
  /** True, with a `reverse`: commission of calls that were paid with the spent money is clawed back (decision 0024). */
  readonly clawsBack?: boolean
  /**
   * `suspend`: suspend the account and set `suspendedAccount`, unless an operator suspended it. `open`: activate the account if this funding
   * suspended it and no other funding does.
   */
  readonly account?: 'suspend' | 'open'
  readonly actor: string
  /** The action of the audit entry, such as `funding.approve`; null: another entry covers it. */
  readonly action: string | null
}
/** A payment at a gateway. */
export type PaymentId = Pick<SuspenseItem, 'gateway' | 'paymentId'>
/** What a step is taken with. */
export interface StepContext {
  /** The event that causes it: its effect is recorded in the same commit. */
  readonly eventId?: string
  /** References that a proven step claims. Fundings that claim one without proof are locked with this one. */
  readonly claims?: readonly string[]
  /** Names a movement below the funding in the ledger, of a release that listed no reversals: `chargeback`. */
  readonly earlier?: string
  /** The payment whose recorded events `decide` gets. */
  readonly payment?: PaymentId
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
   * @param decide Pure: it may be called again. Null: nothing changes. Gets what `earlier` took out of the wallet,
   *   and the recorded events of `payment`.
   * @throws `ACCOUNT_CLOSED` for a credit, `FUNDING_NOT_FOUND`, `FUNDING_REFERENCE_USED`, `FUNDING_TOO_MANY_OPEN`, `WALLET_CANNOT_CREDIT`,
   *   and what `decide` throws.
   */
  step(
    id: string,
    decide: (funding: FundingRecord, earlier: Money, recorded: readonly RecordedEvent[]) => FundingStep | null,
    context?: StepContext,
  ): Promise<FundingRecord>
  get(id: string): Promise<FundingRecord | null>
  /** The funding that a UTR or payment id belongs to. */
  findByReference(reference: string): Promise<FundingRecord | null>
  /** Newest first; of a queue the oldest first. @throws `CURSOR_INVALID` */
  list(query: FundingQuery): Promise<Page<FundingRecord>>
  /** Records an event once. @returns The recorded event. */
  addEvent(event: RecordedEvent): Promise<RecordedEvent>
  /** The recorded events of a payment, the earliest first. */
  paymentEvents(payment: PaymentId): Promise<readonly RecordedEvent[]>
  /** Records the effect of an event, unless a step has recorded it. */
  settleEvent(settled: Pick<RecordedEvent, 'id' | 'fundingId' | 'effect'>): Promise<void>
  /** Newest first. @throws `CURSOR_INVALID` */
  events(query: RecordedEventQuery): Promise<Page<RecordedEvent>>
  /** Stores a payment that matches no order, or an event that an operator must look at, once per gateway and payment id. */
  addSuspense(item: SuspenseItem): Promise<void>
  /**
   * Records on a payment in suspense whether its events reverse it.
   *
   * @param reversedBy Pure. Null: the events do not tell.
   * @returns The open item; null: there is none.
   */
  explainSuspense(
    payment: PaymentId,
    reversedBy: (events: readonly RecordedEvent[]) => boolean | null,
  ): Promise<SuspenseItem | null>
  /** Newest first. @param reference As of `Funding.suspense`. */
  suspense(state: SuspenseItem['state'] | null, reference?: string): Promise<readonly SuspenseItem[]>
  findSuspense(by: { readonly id: string } | PaymentId): Promise<SuspenseItem | null>
  /** @throws `FUNDING_NOT_FOUND` where it is not open. */
  closeSuspense(close: { readonly id: string; readonly reason: string; readonly actor: string }): Promise<SuspenseItem>
}
/** The rows of a server's funding. */
export const FundingRows = token<FundingRows>('funding.rows')
