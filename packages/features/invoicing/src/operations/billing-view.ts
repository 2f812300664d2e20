import * as z from 'zod'
import type { BillingDetails } from '../contract/invoices.ts'

/** The buyer in a request and a response. */
export const BillingFields = z.object({
  name: z.string().describe('The legal name'),
  gstin: z.string().nullable().describe('Null: not registered'),
  state_code: z.string().describe('Two digits of GST, such as 29: the place of supply'),
  address: z.string().describe('The address'),
})
/** The billing details of an account in a response. */
export const BillingView = z.object({
  account_id: z.string(),
  billing: BillingFields.nullable().describe('Null: none were set'),
})

/** Presents billing details. */
export const presentBilling = (account_id: string, details: BillingDetails | null): z.input<typeof BillingView> => ({
  account_id,
  billing: details && {
    ...{ name: details.name, gstin: details.gstin, state_code: details.stateCode, address: details.address },
  },
})

/** Billing details for a person. */
export function billingText({ account_id, billing }: z.output<typeof BillingView>): string {
  if (!billing) return `The account ${account_id} has no billing details.`
  const { name, gstin, state_code, address } = billing
  return `Invoices go to ${name}, ${gstin ?? 'not registered'}, state ${state_code}, ${address}.`
}
