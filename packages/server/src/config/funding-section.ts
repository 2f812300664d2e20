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
  name: z.string().trim().min(1).max(99).describe('Whose it is, as UPI applications show it'),
})

/** HTTPS, or plain HTTP to this machine: the request contains the secret key. */
const API_URL = /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$))/

const RazorpaySchema = z
  .strictObject({
    kind: z.literal('razorpay').default('razorpay').describe('How its callbacks are signed and read'),
    webhookSecret: z
      .union([WebhookSecret.transform((secret) => [secret]), z.array(WebhookSecret).min(1).max(4)])
      .describe('The secret of its webhook, or a list while it is being changed: each of them is accepted'),
    keyId: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must be a key id such as rzp_live_1DP5mmOlF5G5ag')
      .optional()
      .describe('The key id of its API, with which orders are made; the checkout shows it'),
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
      .describe('Where its API is; that of Razorpay unless given'),
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
  submitterMayApprove: flag()
    .default(true)
    .describe('False: who noted a transfer never approves it, whatever its amount'),
  upi: UpiPayeeSchema.optional().describe('Who is paid by UPI QR; without it none is made'),
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
