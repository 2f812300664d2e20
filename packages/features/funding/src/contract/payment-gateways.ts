import { chosenPoint, type Environment, type Money, type SignedRequest } from '@parakh/core'
import * as z from 'zod'

/** The method of a payment as a gateway names it: one word in lower case. Anything else is null, and so is none. */
export const GatewayMethod = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/)
  .nullish()
  .catch(null)
  .transform((method) => method ?? null)

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
  /** How it was paid, as `GatewayMethod` reads it: `upi`, `card`. Never who paid, such as a VPA. Absent or null: the gateway does not tell. */
  readonly method?: string | null
}
/**
 * A dispute's phase. `inquiry`: the bank asks for information and claims no money (retrieval, fraud notice, early warning). `opened`: the bank
 * claims the money. `lost`: the bank took it. `won`: the money stays, or came back. `closed`: it ended without a decision about the money.
 */
export const DISPUTE_PHASES = ['inquiry', 'opened', 'won', 'lost', 'closed'] as const
export type DisputePhase = (typeof DISPUTE_PHASES)[number]

/** A refund at a gateway. */
export interface GatewayRefund {
  readonly paymentId: string
  /** 1 to 64 printable characters. */
  readonly refundId: string
  readonly amount: Money
  /** ISO 4217. Absent or null: the payment's currency. */
  readonly currency?: string | null
}
/** A dispute at a gateway. */
export interface GatewayDispute {
  readonly paymentId: string
  /** 1 to 64 printable characters. Absent: the gateway has at most one dispute per payment. */
  readonly disputeId?: string
  readonly phase: DisputePhase
  /** The disputed amount, or the amount that the bank took. Absent or null: the whole payment. */
  readonly amount?: Money | null
  /** ISO 4217. Absent or null: the payment's currency. */
  readonly currency?: string | null
  /** When the event happened at the gateway, so that an older event undoes no newer one. Absent or null: unknown. */
  readonly at?: Date | null
  readonly reason: string
}
/**
 * The event of a genuine callback. A field that the event does not need may be missing, null or of another type: the gateway reads the event
 * without it.
 */
export type GatewayEvent =
  | ({ readonly kind: 'captured' } & GatewayPayment)
  /** The order may still be paid. With a payment id: that payment failed. */
  | {
      readonly kind: 'failed'
      readonly reference: string | null
      readonly reason: string
      readonly paymentId?: string | null
    }
  /** The gateway refunded a payment. The host takes the amount of each `refundId` once. */
  | ({ readonly kind: 'refunded' } & GatewayRefund)
  /** A refund failed or was cancelled, for good. If it was taken out of the wallet, it is put back. */
  | ({ readonly kind: 'refund_failed' } & Pick<GatewayRefund, 'paymentId' | 'refundId'>)
  | ({ readonly kind: 'disputed' } & GatewayDispute)
  /** Money moved, or will move, at the gateway, and the wallet needs no change. The host records it for operators. */
  | {
      readonly kind: 'noted'
      /** The gateway's name of the event. 1 to 64 printable characters. */
      readonly type: string
      readonly paymentId: string | null
      readonly amount: Money
      /** ISO 4217; null: unknown. */
      readonly currency: string | null
    }
  /** An event without money. */
  | { readonly kind: 'ignored' }
  /** A genuine event that the gateway cannot read. The host keeps it in suspense for an operator, and no money moves. */
  | {
      readonly kind: 'malformed'
      /** The gateway's name of the event, and the payment that it names, if they can be read. */
      readonly type?: string | null
      readonly paymentId?: string | null
    }

/** An order at a gateway, of one funding. */
export interface GatewayOrder {
  /** Our reference, a ULID: the gateway has at most one order with it. */
  readonly reference: string
  /** The gateway's id of the order; null: not known, or there is none yet. */
  readonly orderId: string | null
  readonly accountId: string
  readonly environment: Environment
  /** Whole paise. */
  readonly amount: Money
  readonly at: Date
}
/** The data that opens a gateway's checkout. */
export interface GatewayCheckout {
  /** The gateway's id of the order. 1 to 64 letters, digits, hyphens and underscores. */
  readonly orderId: string
  /** The public half of the gateway's key. */
  readonly keyId: string
  /** The script of the checkout. */
  readonly checkoutUrl: string
  /**
   * What the checkout opens this order with besides its id, such as the `client_secret` of Stripe; null: nothing. For the payer alone: it is
   * neither stored nor logged.
   */
  readonly sessionToken: string | null
}
/** An order that is paid on a page of the gateway's own. */
export interface GatewayPageOrder extends GatewayOrder {
  /** To where that page leads the payer back, paid or not. */
  readonly returnUrl: string
}
/** A page of the gateway's own, on which one order is paid. */
export interface GatewayPage {
  /** As of `GatewayCheckout`: of pages too each id is used once. 1 to 100 letters, digits, hyphens and underscores. */
  readonly orderId: string
  /** HTTPS. For the payer alone: it is neither stored nor logged. */
  readonly pageUrl: string
}
/**
 * Creates and finds what is paid at a gateway. Both throw `UpstreamError`: `denied` if our key is refused; `sent` false if it cannot
 * exist. Messages contain no secret.
 */
export interface MadeAtGateway<Order extends GatewayOrder, Made> {
  /** Creates it. @returns Null: the gateway refused it, and created none. */
  make(order: Order, signal: AbortSignal): Promise<Made | null>
  /** Finds that with this reference. @returns Null: there is none. */
  find(order: Order, signal: AbortSignal): Promise<Made | null>
}
/** Orders for a checkout of the caller's, in which the gateway's script runs. */
export type GatewayOrders = MadeAtGateway<GatewayOrder, GatewayCheckout>
/** Orders on pages of the gateway's own, to which the payer is led. */
export type GatewayPages = MadeAtGateway<GatewayPageOrder, GatewayPage>

/**
 * A payment gateway: verifies and reads callbacks. It credits and stores nothing; the host does. Implementations pass `testGateway` of
 * @parakh/testkit.
 */
export interface PaymentGateway {
  /**
   * Reads a callback. Its signature is verified over the raw bytes, by `equal` in constant time, before anything is parsed. It does not throw.
   *
   * @returns Null: not genuine. A genuine callback always gives an event: `malformed` if it cannot be read.
   */
  read(callback: SignedRequest): GatewayEvent | null
  /** Its name as payers know it. Default: that of the configuration. */
  readonly label?: string
  /** Absent: the gateway has no orders, and a payment names the funding in its notes. */
  readonly orders?: GatewayOrders
  /** Absent: the gateway has no pages of its own, and the console does not offer it. */
  readonly pages?: GatewayPages
}
/**
 * The payment gateways of a server, chosen under `gateways` of funding's section in the configuration by permanent names. The name stands in the address of the
 * gateway's callbacks, and fundings are recorded with it.
 *
 * @example
 * const acmePay = PaymentGateways.driver({
 *   id: 'acme-pay', options: z.object({ webhookSecret: z.string().min(16) }), needs: {},
 *   make: ({ options }) => ({ read: (callback) => readAcmePay(callback, options.webhookSecret) }),
 * })
 */
export const PaymentGateways = chosenPoint<PaymentGateway>('funding.payment-gateways')({
  version: 1,
  sectionKey: 'gateways',
  count: 'many',
  broughtBy: '@parakh/funding',
})
