/**
 * Razorpay as a payment gateway.
 *
 * @packageDocumentation
 */
import { definePlugin, Upstream } from '@parakh/core'
import { GatewayApiUrl, GatewaySecrets, PaymentGateways } from '@parakh/funding/contract'
import * as z from 'zod'
import { razorpayGateway } from './razorpay-gateway.ts'
import { razorpayOrders } from './razorpay-orders.ts'
import { razorpayPages } from './razorpay-pages.ts'

const Options = z
  .object({
    webhookSecret: GatewaySecrets.describe('The secret of its webhook, or a list while it is being changed'),
    keyId: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must be a key id such as rzp_live_1DP5mmOlF5G5ag')
      .optional()
      .describe('The public key id of its API, for creating orders'),
    keySecret: z
      .string()
      .min(8, 'must have at least 8 characters')
      .max(200)
      .optional()
      .describe('The secret of that key'),
    apiUrl: GatewayApiUrl.optional().describe('The URL of its API; default: that of Razorpay'),
  })
  .refine(({ keyId, keySecret }) => (keyId === undefined) === (keySecret === undefined), {
    path: ['keySecret'],
    error: 'must be there where keyId is, and only there',
  })

/**
 * The driver `razorpay`.
 *
 * @example
 * defineConfig({ plugins: [razorpayPlugin(), funding({ gateways: { main: razorpay.use({ webhookSecret }) } })], … })
 */
export const razorpay = PaymentGateways.driver({
  id: 'razorpay',
  options: Options,
  needs: { upstream: Upstream },
  make({ options: { webhookSecret: secrets, keyId, keySecret, apiUrl }, upstream }) {
    if (keyId === undefined || keySecret === undefined) return razorpayGateway({ secrets })
    const api = { upstream, keyId, keySecret, apiUrl }
    return razorpayGateway({ secrets, orders: razorpayOrders(api), pages: razorpayPages(api) })
  },
})

/** Brings the driver `razorpay`. */
export default definePlugin({ id: 'gateway-razorpay', contract: 1, contributes: [razorpay] })
