import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** A gateway's callback as it was received: nothing of it is to be believed yet, and nothing of it is logged. */
export interface GatewayCallback {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Byte for byte, as it was signed. */
  readonly body: Uint8Array
}
/** A payment, as the gateway names it. */
export interface GatewayPayment {
  /** The gateway's id of the payment: money of one id is credited once. 1 to 64 printable characters. */
  readonly paymentId: string
  /** What was paid, as the gateway says: micro-rupees where the currency is INR, else millionths of that currency. */
  readonly amount: Money
  /** ISO 4217. */
  readonly currency: string
  /** The funding id that the payment's notes name, else the gateway's id of its order; null where it has neither. */
  readonly reference: string | null
  /** The bank's own number (UTR or RRN), where the gateway tells it: it cannot be submitted as a transfer any more. */
  readonly utr: string | null
}
/** What a genuine callback tells. What else a gateway may send is `ignored`. */
export type GatewayEvent =
  | ({ readonly kind: 'captured' } & GatewayPayment)
  /** The order may still be paid. */
  | { readonly kind: 'failed'; readonly reference: string | null; readonly reason: string }
  /** The gateway gave money back; `refundId` is reversed once. */
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly refundId: string; readonly amount: Money }
  /** `opened`: the bank asks; `lost`: the bank has taken the money; `won`: it stays. */
  | {
      readonly kind: 'disputed'
      readonly paymentId: string
      readonly phase: 'opened' | 'lost' | 'won'
      readonly reason: string
    }
  | { readonly kind: 'ignored' }
  /** No JSON, or not what the gateway sends of such an event: the callback is refused, and nothing is moved. */
  | { readonly kind: 'malformed' }

/** An order that a gateway is to have. */
export interface GatewayOrder {
  /** Our name of it, a ULID: the gateway has one order by it. */
  readonly reference: string
  readonly accountId: string
  readonly environment: Environment
  /** Whole paise. */
  readonly amount: Money
  readonly at: Date
}
/** What a gateway's checkout is opened with. */
export interface GatewayCheckout {
  /** The gateway's id of the order. */
  readonly orderId: string
  /** The public half of the gateway's key. */
  readonly keyId: string
  /** The script of the checkout. */
  readonly checkoutUrl: string
}
/**
 * How a gateway is asked for orders. Both throw `UpstreamError`: `denied` where our key is refused; `sent` false where nothing can have
 * been made. Messages hold no secret.
 */
export interface GatewayOrders extends Pick<GatewayCheckout, 'keyId' | 'checkoutUrl'> {
  /** Makes an order. @returns Its id; null: the gateway takes no such order, and made none. */
  make(order: GatewayOrder, signal: AbortSignal): Promise<string | null>
  /** The order that was made by this reference earlier. @returns Its id; null: there is none. */
  find(order: GatewayOrder, signal: AbortSignal): Promise<string | null>
}

/**
 * A payment gateway: it tells whether a callback is genuine, and what it says. It credits nothing and keeps nothing; the host does.
 * Implementations pass `testGateway` of @parakh/testkit.
 */
export interface PaymentGateway {
  /** In the callback's address: lower-case letters, digits and hyphens. */
  readonly name: string
  /**
   * Reads a callback. Its signature is checked over the raw bytes, in constant time, before any of them is parsed.
   *
   * @returns Null where it is not genuine; `ignored` where it is and says nothing that matters here, `malformed` where it cannot be read.
   */
  read(callback: GatewayCallback): GatewayEvent | null
  /** Absent: no order is made at the gateway, and a payment names the funding in its notes. */
  readonly orders?: GatewayOrders
}
/** The payment gateways of a server, by name. A host that has another one replaces this service. */
export const PaymentGateways = token<readonly PaymentGateway[]>('core.payment-gateways')
