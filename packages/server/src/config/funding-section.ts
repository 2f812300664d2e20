import { type Choice, type PaymentGateway, Price } from '@parakh/core'
import { flag } from '@parakh/core/fields'
import * as z from 'zod'

const UpiPayeeSchema = z.strictObject({
  vpa: z
    .string()
    .regex(/^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/, 'must be a UPI address such as acme@okbank')
    .describe('The UPI address that is paid'),
  name: z.string().trim().min(1).max(99).describe("The payee's name, as UPI applications show it"),
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
      z.string(),
      z.looseObject({ use: z.unknown().optional().describe('The name of a driver, such as razorpay') }),
    )
    .default({})
    .describe('Payment gateways by names of yours; each calls back at /gateways/<name>/callback'),
})
/** The section after its schema. The drivers of gateways and their options are checked with the plugins that bring them. */
export type FundingSection = z.output<typeof FundingSchema>
/** The section as it is written: drivers chosen in TypeScript, or by name with their options beside it. */
export type FundingInput = Omit<z.input<typeof FundingSchema>, 'gateways'> & {
  readonly gateways?: Readonly<
    Record<string, Choice<PaymentGateway> | { readonly use: string; readonly [option: string]: unknown }>
  >
}
