import { defineSettings, Price } from '@parakh/core'
import { flag, wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'

const UpiPayee = z.strictObject({
  vpa: z
    .string()
    .regex(/^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/, 'must be a UPI address such as acme@okbank')
    .describe('The UPI address that is paid'),
  name: z.string().trim().min(1).max(99).describe("The payee's name, as UPI applications show it"),
})

const BankAccount = z.strictObject({
  name: z.string().trim().min(1).max(120).describe('Of whom the account is, as the bank has it'),
  number: z.string().regex(/^\d{6,18}$/, 'must be 6 to 18 digits, quoted: leading zeros count'),
  ifsc: z.string().regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'must be an IFSC such as HDFC0000001'),
  bank: z.string().trim().min(1).max(120).describe('The bank and its branch'),
})

/** The section of funding (docs/guides/funding.md). Beside it stand the gateways, by names of the deployer's. */
export const FundingSettings = defineSettings(
  'funding',
  z.object({
    twoOperatorsAbove: Price.prefault('50000.00').describe(
      'Rupees: above this amount a transfer, and what an operator does to a wallet by hand, needs two operators',
    ),
    submitterMayApprove: flag()
      .default(true)
      .describe('False: the operator who submitted a transfer may not approve it'),
    maxOpenTransfers: wholeNumber(1, 1_000)
      .default(20)
      .describe('How many transfers of an account may wait for an operator at once'),
    maxOpenTransfersBeforeKyc: wholeNumber(1, 1_000)
      .default(3)
      .describe("The same, before the account's KYC is approved"),
    upi: UpiPayee.optional().describe('The payee of UPI QR codes; without it none are available'),
    bankAccount: BankAccount.optional().describe('The account to which customers send bank transfers, shown to them'),
  }),
)
