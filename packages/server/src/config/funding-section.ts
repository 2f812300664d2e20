import { Price } from '@parakh/core'
import * as z from 'zod'
import { flag } from './numeric.ts'

const SHORTEST_SECRET = 16
const WebhookSecret = z.string().min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`)

const UpiPayeeSchema = z.strictObject({
  vpa: z
    .string()
    .regex(/^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/, 'must be a UPI address such as acme@okbank')
    .describe('The UPI address that is paid'),
  name: z.string().trim().min(1).max(99).describe("The payee's name, as UPI applications show it"),
})

/** HTTPS, or plain HTTP to this machine: the request contains the secret key. */
const API_URL = /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$))/

const RazorpaySchema = z
  .strictObject({
    kind: z.literal('razorpay').default('razorpay').describe('The kind of gateway'),
    webhookSecret: z
      .union([WebhookSecret.transform((secret) => [secret]), z.array(WebhookSecret).min(1).max(4)])
      .describe('The secret of its webhook, or a list while it is being changed: each of them is accepted'),
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
    apiUrl: z
      .url()
      .regex(API_URL, 'must begin with https://')
      .optional()
      .describe('The URL of its API; default: that of Razorpay'),
  })
  .refine(({ keyId, keySecret }) => (keyId === undefined) === (keySecret === undefined), {
    path: ['keySecret'],
    error: 'must be there where keyId is, and only there',
  })

/** The section `funding` (docs/guides/funding.md). */
export const FundingSchema = z.strictObject({
  twoOperatorsAbove: Price.prefault('50000.00').describe(
    'Rupees: above this amount a transfer, and what an operator does to a wallet by hand, needs two operators',
  ),
  submitterMayApprove: flag().default(true).describe('False: the operator who submitted a transfer may not approve it'),
  upi: UpiPayeeSchema.optional().describe('The payee of UPI QR codes; without it none are available'),
  gateways: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens'),
      RazorpaySchema,
    )
    .default({})
    .describe('Payment gateways by name; each calls back at /gateways/<name>/callback'),
})
/** The section after its schema. */
export type FundingSection = z.output<typeof FundingSchema>
