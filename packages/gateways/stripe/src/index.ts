/**
 * Stripe as a payment gateway.
 *
 * @packageDocumentation
 */
import { definePlugin, Upstream } from '@parakh/core'
import { GatewayApiUrl, GatewaySecrets, PaymentGateways } from '@parakh/funding/contract'
import * as z from 'zod'
import { stripeGateway } from './stripe-gateway.ts'
import { stripeOrders } from './stripe-orders.ts'
import { stripePages } from './stripe-pages.ts'

const Options = z
  .object({
    webhookSecret: GatewaySecrets.describe('The signing secret of its webhook, or a list while it is being changed'),
    publishableKey: z
      .string()
      .regex(/^pk_\w{1,200}$/, 'must be a publishable key such as pk_live_51H…')
      .optional()
      .describe('The public key of its API, for creating orders'),
    secretKey: z
      .string()
      .regex(/^[sr]k_\w{8,200}$/, 'must be a secret or a restricted key such as sk_live_51H…')
      .optional()
      .describe('The secret key of its API, or a restricted one that may write PaymentIntents'),
    apiUrl: GatewayApiUrl.optional().describe('The URL of its API; default: that of Stripe'),
  })
  .refine(({ publishableKey, secretKey }) => (publishableKey === undefined) === (secretKey === undefined), {
    path: ['secretKey'],
    error: 'must be there where publishableKey is, and only there',
  })

/**
 * The driver `stripe`.
 *
 * @example
 * defineConfig({ plugins: [stripePlugin(), funding({ gateways: { abroad: stripe.use({ webhookSecret }) } })], … })
 */
export const stripe = PaymentGateways.driver({
  id: 'stripe',
  options: Options,
  needs: { upstream: Upstream },
  make({ options: { webhookSecret: secrets, publishableKey, secretKey, apiUrl }, upstream }) {
    if (publishableKey === undefined || secretKey === undefined) return stripeGateway({ secrets })
    const api = { upstream, publishableKey, secretKey, apiUrl }
    return stripeGateway({ secrets, orders: stripeOrders(api), pages: stripePages(api) })
  },
})

/** Brings the driver `stripe`. */
export default definePlugin({ id: 'gateway-stripe', contract: 1, contributes: [stripe] })
