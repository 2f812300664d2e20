/**
 * Cashfree Payments as a payment gateway.
 *
 * @packageDocumentation
 */
import { definePlugin, Upstream } from '@parakh/core'
import { GatewayApiUrl, GatewaySecrets, PaymentGateways } from '@parakh/funding/contract'
import * as z from 'zod'
import { cashfreeGateway } from './cashfree-gateway.ts'
import { cashfreeOrders } from './cashfree-orders.ts'
import { cashfreePages } from './cashfree-pages.ts'

const DAY_SECONDS = 86_400

const Options = z
  .object({
    clientSecret: GatewaySecrets.describe(
      'The secret key, which signs callbacks too, or a list while it is being changed: requests have the first',
    ),
    clientId: z
      .string()
      .regex(/^\w{1,100}$/, 'must be an app id such as 1234567890abcdef')
      .optional()
      .describe('The app id, for creating orders'),
    customerPhone: z
      .string()
      .regex(/^(\d{10}|\+\d{8,15})$/, 'must be 10 digits, or a number that begins with +')
      .optional()
      .describe('The phone number of whoever helps customers: Cashfree requires one with each order'),
    staleAfterSeconds: z
      .int()
      .min(300)
      .max(7 * DAY_SECONDS)
      .default(DAY_SECONDS)
      .describe('The age at which a callback is refused, 300 to 604800'),
    apiUrl: GatewayApiUrl.optional().describe('The URL of its API, such as https://sandbox.cashfree.com'),
  })
  .refine(({ clientId, customerPhone }) => (clientId === undefined) === (customerPhone === undefined), {
    path: ['customerPhone'],
    error: 'must be there where clientId is, and only there',
  })

/**
 * The driver `cashfree`.
 *
 * @example
 * defineConfig({ plugins: [cashfreePlugin(), funding({ gateways: { upi: cashfree.use({ clientSecret }) } })], … })
 */
export const cashfree = PaymentGateways.driver({
  id: 'cashfree',
  options: Options,
  needs: { upstream: Upstream },
  make({ options: { clientSecret: secrets, clientId, customerPhone, staleAfterSeconds, apiUrl }, upstream }) {
    const [clientSecret] = secrets
    if (clientId === undefined || customerPhone === undefined || clientSecret === undefined)
      return cashfreeGateway({ secrets, staleAfterSeconds })
    const api = { upstream, clientId, clientSecret, customerPhone, apiUrl }
    return cashfreeGateway({ secrets, staleAfterSeconds, orders: cashfreeOrders(api), pages: cashfreePages(api) })
  },
})

/** Brings the driver `cashfree`. */
export default definePlugin({ id: 'gateway-cashfree', contract: 1, contributes: [cashfree] })
