import { type Environment, type Money, OPERATOR_ACTS, type Page, type SignedRequest, token } from '@parakh/core'
import type { GatewayCheckout } from './payment-gateways.ts'
import type { RecordedEvent, RecordedEventQuery } from './recorded-event.ts'
import type { Reversal } from './reversal.ts'

/** The methods of payments (decisions.md section 10) and of manual operations. */
export const FUNDING_METHODS = ['gateway', 'upi_qr', 'bank_transfer', ...OPERATOR_ACTS] as const
export type FundingMethod = (typeof FUNDING_METHODS)[number]
/** The payment systems of bank transfers. */
export const BANK_RAILS = ['neft', 'rtgs', 'imps', 'upi'] as const
export type BankRail = (typeof BANK_RAILS)[number]
/**
 * The states of a funding. `pending`: an order or a QR that is not paid yet. `submitted`: a transfer that an operator must compare with
 * the bank statement. `approved`: by the first of two operators. `credited`: in the wallet. `rejected`: its UTR may be submitted again.
 * `disputed`: the account is suspended, the money still in the wallet. `charged_back`, `refunded`: taken out again. An operator's act
 * is `submitted` while it waits for a second operator, `approved` while it is carried out, then `credited`.
 */
export const FUNDING_STATES = [
  ...(['pending', 'submitted', 'approved', 'credited', 'rejected', 'disputed', 'charged_back', 'refunded'] as const),
] as const
export type FundingState = (typeof FUNDING_STATES)[number]
/** The queues of fundings that wait for operators. */
export const FUNDING_QUEUE_NAMES = ['transfers', 'acts', 'disputes'] as const
export type FundingQueue = (typeof FUNDING_QUEUE_NAMES)[number]

/** An operator's approval. */
export interface FundingApproval {
  readonly actor: string
  readonly at: Date
}
/** A payment into a wallet, or an operator's manual operation. */
export interface FundingRecord {
  /** A ULID. It is the `tr` of a UPI QR, and `funding_id` in a gateway's notes. */
  readonly id: string
  readonly accountId: string
  readonly environment: Environment
  readonly method: FundingMethod
  readonly state: FundingState
  /** Below zero for an adjustment that takes money out. */
  readonly amount: Money
  /** Of an operator's act: its reference in the ledger; and of an allotment, the parent. */
  readonly reference: string | null
  readonly from: string | null
  /** The part that refunds, lost disputes and chargebacks took out again. */
  readonly reversed: Money
  /** The refunds, disputes and chargebacks that `reversed` and the state follow from. */
  readonly reversals: readonly Reversal[]
  /** Null where no bank was named. */
  readonly rail: BankRail | null
  /** The bank's number of the transfer, normalised; null where there is none. */
  readonly utr: string | null
  /** The gateway's name, and its id of the payment. */
  readonly gateway: string | null
  readonly paymentId: string | null
  /** The gateway's id of its order; null where none was made. */
  readonly gatewayOrderId: string | null
  /** When the order was last requested from the gateway; null: it certainly has none. */
  readonly gatewayAskedAt: Date | null
  /** To where the gateway's own page leads the payer back; null: it has no such page. */
  readonly returnUrl: string | null
  /** Why it was rejected, disputed, reversed, or what the gateway said last. */
  readonly reason: string | null
  readonly approvals: readonly FundingApproval[]
  /** Whether its dispute suspended the account, so that its release opens it again. */
  readonly suspendedAccount: boolean
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedAt: Date
}
/** A query for fundings. */
export interface FundingQuery {
  /** Of these accounts only; null: all. */
  readonly accountIds: readonly string[] | null
  readonly environment?: Environment
  readonly state?: FundingState
  readonly method?: FundingMethod
  /** Only what waits in this queue, the oldest first. */
  readonly queue?: FundingQueue
  /**
   * Only what has exactly this UTR, written in any form, or this payment id, gateway order id, reference in the ledger or funding id. Without
   * `queue`.
   */
  readonly reference?: string
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/** The states of a suspense item. */
export const SUSPENSE_STATES = ['open', 'assigned', 'closed'] as const
/** A gateway payment that matches no order: not credited until an operator assigns it. */
export interface SuspenseItem {
  readonly id: string
  readonly gateway: string
  readonly paymentId: string
  /** In micro-rupees where the currency is INR, else in millionths of that currency. */
  readonly amount: Money
  readonly currency: string
  /** The order that its notes named, if any. */
  readonly reference: string | null
  /** The bank's number, and the method as the gateway names it (`upi`, `card`); null: it sent none. */
  readonly utr: string | null
  readonly method: string | null
  /**
   * Of a payment: `unknown_order`, `amount_differs`, `currency`, `order_paid_before`, `reference_used` (its bank number belongs to another
   * funding), `account_closed`, `wallet_cannot_credit`, `reversal_before_payment` (refunded or disputed before it was assigned),
   * `reversal_undone` (that refund failed, or that dispute was won). Of another event, which no operator can assign: `unreadable`,
   * `refund_id_used` (by another payment), `failed_after_credit`, `currency`, `account_closed`, `wallet_cannot_credit`, `reversal_undone`
   * (of a payment that was rejected for it).
   */
  readonly reason: string
  readonly state: (typeof SUSPENSE_STATES)[number]
  /** The funding that it became, or why it was closed. */
  readonly resolution: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

interface OfWallet {
  readonly accountId: string
  readonly environment: Environment
  /** Above zero, whole paise. */
  readonly amount: Money
  readonly actor: string
}
/** A bank transfer that a customer claims to have made. */
export interface TransferClaim extends OfWallet {
  readonly rail: BankRail
  /** As the bank wrote it; spaces and hyphens are dropped, letters made capital. */
  readonly utr: string
}
/** Opens an order at a gateway. */
export interface FundingOrder extends OfWallet {
  /** Default: the only one of the configuration. */
  readonly gateway?: string
  /**
   * An idempotency key per wallet of 1 to 128 printable characters. A repeated request returns the same order, as the gateway shows it; the gateway
   * is asked for one again if it is unknown whether it has it.
   */
  readonly reference?: string
  /**
   * Makes it an order on a page of the gateway's own, which leads the payer back to this address with `funding=<id>` in its query. On a
   * host of this server, or of a brand.
   */
  readonly returnUrl?: string
}
/** An order, and how it is paid. */
export interface OpenedGatewayOrder extends FundingRecord {
  /** The data for the caller's checkout; null: the gateway has no orders, or this one has a page. */
  readonly checkout: GatewayCheckout | null
  /** The gateway's own page; null: no `returnUrl` was given. */
  readonly pageUrl: string | null
}
/** The account at a bank to which transfers go. */
export interface BankAccount {
  /** Of whom it is. */
  readonly name: string
  readonly number: string
  readonly ifsc: string
  readonly bank: string
}
/** What payments into wallets this server takes. */
export interface OfferedMethods {
  /** Null: no UPI QR. */
  readonly upi: { readonly vpa: string; readonly name: string } | null
  /** Null: none was told; transfers are accepted all the same. */
  readonly bankAccount: BankAccount | null
  readonly gateways: readonly {
    readonly name: string
    /** As payers know it. */
    readonly label: string
    /** Whether it has pages of its own. */
    readonly hasPages: boolean
  }[]
}
/** What an operator does with one funding. */
export interface FundingAct {
  readonly id: string
  readonly actor: string
}
/** The same with a reason: 1 to 500 printable characters, no identity number. */
export interface ReasonedAct extends FundingAct {
  readonly reason: string
}
/**
 * The result of a gateway's callback. `accepted`: processed; `unknown`: no such gateway; `refused`: not genuine; `suspense`: kept for an
 * operator, also if it is genuine and unreadable.
 */
export type CallbackResult = 'accepted' | 'suspense' | 'refused' | 'unknown'

/** Money into wallets: bank transfers, UPI QR and payment gateways. Every change is audited with its actor. */
export interface Funding {
  readonly offered: OfferedMethods
  /** Above this amount two operators approve. */
  readonly twoOperatorsAbove: Money
  /**
   * Records a bank transfer, to be approved.
   *
   * @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`, `FUNDING_UTR_INVALID`, `FUNDING_REFERENCE_USED` (the UTR belongs to another funding
   *   that was not rejected), `FUNDING_TOO_MANY_OPEN`, `INVALID_AMOUNT`.
   */
  submitTransfer(claim: TransferClaim): Promise<FundingRecord>
  /**
   * Opens an order, and creates it at the gateway if the gateway has orders, or pages where a `returnUrl` is given.
   *
   * @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`, `FUNDING_GATEWAY_BUSY`, `FUNDING_GATEWAY_DENIED`, `FUNDING_GATEWAY_NEEDED`,
   *   `FUNDING_GATEWAY_REFUSED`, `FUNDING_GATEWAY_UNAVAILABLE`, `FUNDING_GATEWAY_UNKNOWN`, `FUNDING_NO_PAGE`, `FUNDING_RETURN_URL`,
   *   `FUNDING_STATE`, `INVALID_AMOUNT`, `INVALID_REFERENCE`, `FUNDING_ORDER_REUSED`
   */
  openOrder(order: FundingOrder): Promise<OpenedGatewayOrder>
  /**
   * Opens a UPI QR.
   *
   * @returns Also its `upi://pay` address.
   * @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`, `FUNDING_UPI_NOT_SET`, `INVALID_AMOUNT`
   */
  openQr(order: OfWallet): Promise<FundingRecord & { readonly uri: string }>
  /**
   * The QR as an image: PNG of 480 by 480 pixels, or SVG in UTF-8.
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE` (no QR that waits to be paid), `FUNDING_UPI_NOT_SET`
   */
  drawQr(id: string, format: 'png' | 'svg'): Promise<Uint8Array>
  /**
   * Records the UTR by which a QR was paid, to be approved.
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_UTR_INVALID`, `FUNDING_REFERENCE_USED`, `FUNDING_STATE` (no QR that waits to be paid),
   *   `FUNDING_TOO_MANY_OPEN`.
   */
  confirmQr(act: FundingAct & { readonly rail: BankRail; readonly utr: string }): Promise<FundingRecord>
  /**
   * Approves a funding and credits the wallet in the same commit; above the configured limit on the second operator's approval.
   * Idempotent.
   *
   * @throws `ACCOUNT_CLOSED` (it stays as it is, to be rejected), `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `OPERATOR_NAME_INVALID`,
   *   `FUNDING_SAME_OPERATOR` (this operator approved it already, or submitted it where
   *   that is not allowed).
   */
  approve(act: FundingAct): Promise<FundingRecord>
  /** Rejects a funding; its UTR may be used again. @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `INVALID_REASON` */
  reject(act: ReasonedAct): Promise<FundingRecord>
  /**
   * Takes a credited amount out again and suspends the account. What exceeds the balance is owed (decision 0011).
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `INVALID_REASON`
   */
  chargeback(act: ReasonedAct): Promise<FundingRecord>
  /**
   * Ends a dispute or a chargeback: the account is activated if this funding suspended it. A chargeback's money is not returned.
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`
   */
  release(act: FundingAct): Promise<FundingRecord>
  /** @throws `FUNDING_NOT_FOUND` */
  get(id: string): Promise<FundingRecord>
  /** Newest first; of a queue the oldest first. @throws `CURSOR_INVALID` */
  list(query: FundingQuery): Promise<Page<FundingRecord>>
  /** Processes a gateway's callback as received, whose body is never logged. A repeated one is `accepted` and changes nothing. */
  receive(gateway: string, callback: SignedRequest): Promise<CallbackResult>
  /** The recorded events of gateways, newest first. @throws `CURSOR_INVALID` */
  gatewayEvents(query: RecordedEventQuery): Promise<Page<RecordedEvent>>
  /**
   * Payments that match no order, newest first.
   *
   * @param reference Only with exactly this UTR, written in any form, or this payment id or order reference.
   */
  suspense(state: SuspenseItem['state'] | null, reference?: string): Promise<readonly SuspenseItem[]>
  /**
   * Assigns a suspense item to an account: it becomes a funding that must still be approved, and that has its UTR and payment id.
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `INVALID_REASON`, `FUNDING_REFERENCE_USED` (its UTR belongs to another funding that was not rejected),
   *   `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`
   */
  assignSuspense(
    act: FundingAct & Partial<Pick<ReasonedAct, 'reason'>> & Pick<OfWallet, 'accountId' | 'environment'>,
  ): Promise<FundingRecord>
  /** Closes a suspense item that was dealt with elsewhere. @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `INVALID_REASON` */
  closeSuspense(act: ReasonedAct): Promise<SuspenseItem>
}
/** The funding of a server. */
export const Funding = token<Funding>('funding.funding', { broughtBy: '@parakh/funding' })
