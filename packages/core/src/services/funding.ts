import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'
import type { GatewayCallback, GatewayCheckout } from './gateway.ts'

/** What operators do to wallets manually (decisions.md section 13, "Two operators"). */
export const OPERATOR_ACTS = ['credit', 'adjustment', 'allotment'] as const
/** How money comes in (decisions.md section 10), and what operators do manually. */
export const FUNDING_METHODS = ['gateway', 'upi_qr', 'bank_transfer', ...OPERATOR_ACTS] as const
export type FundingMethod = (typeof FUNDING_METHODS)[number]
/** By which of the banks' ways a transfer came. */
export const BANK_RAILS = ['neft', 'rtgs', 'imps', 'upi'] as const
export type BankRail = (typeof BANK_RAILS)[number]
/**
 * Where a funding stands. `pending`: an order or a QR that nobody has paid yet. `submitted`: a transfer that an operator is to compare
 * with the bank's statement. `approved`: by the first of two. `credited`: in the wallet. `rejected`: its UTR may come again.
 * `disputed`: the account is suspended, the money still there. `charged_back`, `refunded`: taken out again. An operator's act is
 * `submitted` while it waits for a second operator, `approved` while it is carried out, and `credited` when it was.
 */
export const FUNDING_STATES = [
  ...(['pending', 'submitted', 'approved', 'credited', 'rejected', 'disputed', 'charged_back', 'refunded'] as const),
] as const
export type FundingState = (typeof FUNDING_STATES)[number]

/** An operator's approval. */
export interface FundingApproval {
  readonly actor: string
  readonly at: Date
}
/** Money on its way into a wallet, or there. */
export interface FundingRecord {
  /** A ULID. It is the `tr` of a UPI QR, and what a gateway's notes name. */
  readonly id: string
  readonly accountId: string
  readonly environment: Environment
  readonly method: FundingMethod
  readonly state: FundingState
  /** Of an adjustment below zero where it takes money out. */
  readonly amount: Money
  /** Of an operator's act: what names it in the ledger; and of an allotment, the parent. */
  readonly reference: string | null
  readonly from: string | null
  /** What of it was taken out again, by refunds of the gateway and a chargeback. */
  readonly reversed: Money
  /** Null where no bank was named. */
  readonly rail: BankRail | null
  /** The bank's number of the transfer, normalised; null where there is none. */
  readonly utr: string | null
  /** The gateway's name, and its id of the payment. */
  readonly gateway: string | null
  readonly paymentId: string | null
  /** The gateway's id of its order; null where none was made. */
  readonly gatewayOrderId: string | null
  /** When the gateway was asked for the order last; null where it certainly has made none. */
  readonly gatewayAskedAt: Date | null
  /** Why it was rejected, disputed, reversed, or what the gateway said last. */
  readonly reason: string | null
  readonly approvals: readonly FundingApproval[]
  /** Whether its dispute suspended the account, so that its release opens it again. */
  readonly suspendedAccount: boolean
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedAt: Date
}
/** Which fundings are asked for. */
export interface FundingQuery {
  /** Of these accounts only; null: all. */
  readonly accountIds: readonly string[] | null
  readonly environment?: Environment
  readonly state?: FundingState
  readonly method?: FundingMethod
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/** Money that a gateway took and that fits no order: credited to nobody until an operator says whose it is. */
export interface SuspenseItem {
  readonly id: string
  readonly gateway: string
  readonly paymentId: string
  /** In micro-rupees where the currency is INR, else in millionths of that currency. */
  readonly amount: Money
  readonly currency: string
  /** What its notes named, where they did. */
  readonly reference: string | null
  /**
   * `unknown_order`, `amount_differs`, `currency`, `order_paid_before`, `reference_used` (its bank number stands with another funding),
   * `reversal_before_payment` (a refund or dispute of a payment that was not told of), `account_closed`.
   */
  readonly reason: string
  readonly state: 'open' | 'assigned' | 'closed'
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
/** A bank transfer that somebody says to have made. */
export interface TransferClaim extends OfWallet {
  readonly rail: BankRail
  /** As the bank wrote it; spaces and hyphens are dropped, letters made capital. */
  readonly utr: string
}
/** A credit, an adjustment or an allotment that an operator makes. */
export interface OperatorAct extends Omit<OfWallet, 'amount'> {
  readonly method: (typeof OPERATOR_ACTS)[number]
  /** Above zero; of an adjustment below zero too, not zero. */
  readonly amount: Money
  /** Once per wallet, as of `Wallet.credit`. */
  readonly reference: string
  /** Of an adjustment, why. */
  readonly reason?: string
  /** Of an allotment, the parent; the account is its direct child. */
  readonly from?: string
}
/** What became of an act. */
export interface OperatorActResult {
  /** Not null: it waits for a second operator, who approves or rejects this funding. */
  readonly waiting: FundingRecord | null
  /** False: it waits, or its reference was used before. */
  readonly moved: boolean
}
/** What an operator does with one funding. */
export interface FundingAct {
  readonly id: string
  readonly actor: string
}
/** The same, with why: 1 to 500 printable characters, no identity number. */
export interface ReasonedAct extends FundingAct {
  readonly reason: string
}
/** What became of a gateway's callback. `unknown`: no such gateway; `refused`: not genuine; `malformed`: genuine, and not to
 * be read; `suspense`: kept for an operator.
 */
export type CallbackResult = 'taken' | 'suspense' | 'refused' | 'malformed' | 'unknown'

/** Money into wallets: bank transfers, UPI QR and payment gateways. Every change is audited with its actor. */
export interface Funding {
  /**
   * Notes a bank transfer, to be approved.
   *
   * @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`, `FUNDING_UTR_INVALID`, `FUNDING_REFERENCE_USED` (the UTR stands with another
   *   funding that was not rejected), `INVALID_AMOUNT`.
   */
  submitTransfer(claim: TransferClaim): Promise<FundingRecord>
  /**
   * Opens an order, and has the gateway make its own of it, where it makes orders.
   *
   * @param order `gateway`: the only one of the configuration unless given. `reference`: 1 to 128 printable characters, once per wallet:
   *   the same again is the same order, and asks the gateway again where it is not known that it has one.
   * @returns What the gateway's checkout needs besides; null where the gateway makes no orders.
   * @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`, `FUNDING_GATEWAY_BUSY`, `FUNDING_GATEWAY_DENIED`, `FUNDING_GATEWAY_NEEDED`,
   *   `FUNDING_GATEWAY_REFUSED`, `FUNDING_GATEWAY_UNAVAILABLE`, `FUNDING_GATEWAY_UNKNOWN`, `FUNDING_STATE`, `INVALID_AMOUNT`,
   *   `INVALID_REFERENCE`, `FUNDING_ORDER_REUSED`
   */
  openOrder(
    order: OfWallet & { readonly gateway?: string; readonly reference?: string },
  ): Promise<FundingRecord & { readonly checkout: GatewayCheckout | null }>
  /**
   * Opens a UPI QR.
   *
   * @returns Its `upi://pay` address besides.
   * @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`, `FUNDING_UPI_NOT_SET`, `INVALID_AMOUNT`
   */
  openQr(order: OfWallet): Promise<FundingRecord & { readonly uri: string }>
  /**
   * A QR as a picture: PNG of 480 by 480 pixels, or SVG in UTF-8.
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE` (no QR that waits to be paid), `FUNDING_UPI_NOT_SET`
   */
  drawQr(id: string, format: 'png' | 'svg'): Promise<Uint8Array>
  /**
   * Notes the UTR by which a QR was paid, to be approved.
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_UTR_INVALID`, `FUNDING_REFERENCE_USED`, `FUNDING_STATE` (no QR that waits to be paid).
   */
  confirmQr(act: FundingAct & { readonly rail: BankRail; readonly utr: string }): Promise<FundingRecord>
  /**
   * Credits the wallet, in the same commit; above the configured limit at the second operator's approval. Approved before: nothing
   * changes.
   *
   * @throws `ACCOUNT_CLOSED` (it stays as it is, to be rejected), `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `OPERATOR_NAME_INVALID`,
   *   `FUNDING_SAME_OPERATOR` (this operator approved it already, or submitted it where
   *   that is not allowed).
   */
  approve(act: FundingAct): Promise<FundingRecord>
  /**
   * Carries out what an operator does manually. In production it waits for a second operator where it is above the configured limit
   * together with what this operator did alone to one of its wallets within 24 hours. In the sandbox nothing waits.
   *
   * @throws What `Wallet.credit`, `Wallet.adjust` and `Allotments.allot` throw.
   */
  act(act: OperatorAct): Promise<OperatorActResult>
  /** Frees its UTR, and credits nothing. @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `INVALID_REASON` */
  reject(act: ReasonedAct): Promise<FundingRecord>
  /**
   * Takes a credited amount out again, owed as far as it is gone (decision 0011), and suspends the account.
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `INVALID_REASON`
   */
  chargeback(act: ReasonedAct): Promise<FundingRecord>
  /**
   * Ends a dispute or a chargeback: the account is active again where it was this funding that suspended it. The money of a chargeback
   * stays gone.
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`
   */
  release(act: FundingAct): Promise<FundingRecord>
  /** @throws `FUNDING_NOT_FOUND` */
  get(id: string): Promise<FundingRecord>
  /** Newest first. @throws `CURSOR_INVALID` */
  list(query: FundingQuery): Promise<Page<FundingRecord>>
  /** A callback of a gateway, as received. A repeated one is `taken` and changes nothing. */
  receive(gateway: string, callback: GatewayCallback): Promise<CallbackResult>
  /** Payments that fit no order, newest first. */
  suspense(state: SuspenseItem['state'] | null): Promise<readonly SuspenseItem[]>
  /**
   * Says whose money a suspense item is: it becomes a funding that is still to be approved.
   *
   * @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`
   */
  assignSuspense(act: FundingAct & Pick<OfWallet, 'accountId' | 'environment'>): Promise<FundingRecord>
  /** Closes a suspense item that was dealt with elsewhere. @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE`, `INVALID_REASON` */
  closeSuspense(act: ReasonedAct): Promise<SuspenseItem>
}
/** The funding of a server. */
export const Funding = token<Funding>('core.funding')
