import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** A gateway's callback as received: not verified, and never logged. */
export interface GatewayCallback {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The raw bytes that were signed. */
  readonly body: Uint8Array
}
/** A payment at a gateway. */
export interface GatewayPayment {
  /** The gateway's id of the payment, which is credited once. 1 to 64 printable characters. */
  readonly paymentId: string
  /** The paid amount: micro-rupees for INR, else millionths of the currency. */
  readonly amount: Money
  /** ISO 4217. */
  readonly currency: string
  /** The funding id that the payment's notes name, else the gateway's id of its order; null where it has neither. */
  readonly reference: string | null
  /** The bank's number (UTR or RRN), if the gateway sends it: it can then not be submitted as a transfer. */
  readonly utr: string | null
}
/** The event of a genuine callback. Events of other kinds are `ignored`. */
export type GatewayEvent =
  | ({ readonly kind: 'captured' } & GatewayPayment)
  /** The order may still be paid. */
  | { readonly kind: 'failed'; readonly reference: string | null; readonly reason: string }
  /** A refund by the gateway; each `refundId` is reversed once. */
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly refundId: string; readonly amount: Money }
  /** `opened`: the bank opened it; `lost`: the bank took the money; `won`: the money stays. */
  | {
      readonly kind: 'disputed'
      readonly paymentId: string
      readonly phase: 'opened' | 'lost' | 'won'
      readonly reason: string
    }
  | { readonly kind: 'ignored' }
  /** No JSON, or not the expected schema: the callback is refused, and no money moves. */
  | { readonly kind: 'malformed' }

/** An order to be created at a gateway. */
export interface GatewayOrder {
  /** Our reference, a ULID: the gateway has at most one order with it. */
  readonly reference: string
  readonly accountId: string
  readonly environment: Environment
  /** Whole paise. */
  readonly amount: Money
  readonly at: Date
}
/** The data that opens a gateway's checkout. */
export interface GatewayCheckout {
  /** The gateway's id of the order. */
  readonly orderId: string
  /** The public half of the gateway's key. */
  readonly keyId: string
  /** The script of the checkout. */
  readonly checkoutUrl: string
}
/**
 * Creates and finds orders at a gateway. Both throw `UpstreamError`: `denied` if our key is refused; `sent` false if no order can
 * exist. Messages contain no secret.
 */
export interface GatewayOrders extends Pick<GatewayCheckout, 'keyId' | 'checkoutUrl'> {
  /** Creates an order. @returns Its id; null: the gateway refused it, and created none. */
  make(order: GatewayOrder, signal: AbortSignal): Promise<string | null>
  /** Finds the order with this reference. @returns Its id; null: there is none. */
  find(order: GatewayOrder, signal: AbortSignal): Promise<string | null>
}

/**
 * A payment gateway: verifies and reads callbacks. It credits and stores nothing; the host does. Implementations pass `testGateway` of
 * @parakh/testkit.
 */
export interface PaymentGateway {
  /** Its name in the callback URL: lower-case letters, digits and hyphens. */
  readonly name: string
  /**
   * Reads a callback. Its signature is verified over the raw bytes, in constant time, before anything is parsed.
   *
   * @returns Null: not genuine; `ignored`: an event of another kind; `malformed`: it cannot be read.
   */
  read(callback: GatewayCallback): GatewayEvent | null
  /** Absent: the gateway has no orders, and a payment names the funding in its notes. */
  readonly orders?: GatewayOrders
}
/** The payment gateways of a server, by name. A host with another gateway replaces this service. */
export const PaymentGateways = token<readonly PaymentGateway[]>('core.payment-gateways')
