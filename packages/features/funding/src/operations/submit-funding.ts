import { defineOperation } from '@parakh/core'
import { AmountField } from '@parakh/core/fields'
import * as z from 'zod'
import { BANK_RAILS, Funding } from '../contract/funding.ts'
import type { GatewayCheckout } from '../contract/payment-gateways.ts'
import { FundingId, FundingView, ofFunding, presentFunding, printedFunding, WalletId } from './funding-view.ts'
import { fundingSubmit } from './scopes.ts'

const Utr = z.string().min(1).max(64).describe('NEFT 16 letters and digits, RTGS 22, IMPS and UPI 12 digits')
const toApprove = (id: string): string => `Compare it with the bank's statement, then: parakh funding approve ${id}`

/** Submits a bank transfer. */
export const submitTransfer = defineOperation({
  ...{ id: 'funding.submit-transfer', effect: 'write', scope: fundingSubmit, status: 201 },
  path: '/accounts/{account_id}/wallets/{environment}/transfers',
  summary: 'Submit a bank transfer by its UTR, to be approved',
  input: z.object({ ...WalletId, rail: z.enum(BANK_RAILS), amount: AmountField, utr: Utr }),
  output: FundingView,
  whose: { account: 'account_id' },
  command: {
    ...{ name: 'funding utr submit', options: { rail: { flag: 'method' } }, more: printedFunding },
    text: ({ amount, funding_id }) => `The transfer of ${amount} INR is submitted. ${toApprove(funding_id)}`,
  },
  needs: { funding: Funding },
  async handle({ input: { account_id: accountId, ...claim }, viewer, actor, funding }) {
    return presentFunding(await funding.submitTransfer({ accountId, ...claim, actor }), viewer)
  },
})

/** Submits the UTR of a QR. */
export const confirmQr = defineOperation({
  ...ofFunding,
  ...{ id: 'funding.confirm-upi-qr', effect: 'write', scope: fundingSubmit, path: '/funding/{funding_id}/confirm' },
  summary: 'Submit the UTR by which a UPI QR was paid, to be approved',
  input: z.object({ ...FundingId, rail: z.enum(BANK_RAILS).default('upi'), utr: Utr }),
  output: FundingView,
  command: {
    ...{ name: 'funding confirm', positional: ['funding_id'], more: printedFunding },
    options: { funding_id: { flag: 'tr' }, rail: { flag: 'method' } },
    text: ({ funding_id }) => `The UTR is submitted. ${toApprove(funding_id)}`,
  },
  async handle({ input: { funding_id: id, ...claim }, viewer, actor, funding }) {
    return presentFunding(await funding.confirmQr({ id, ...claim, actor }), viewer)
  },
})

const Checkout = z.object({
  order_id: z.string().describe("The gateway's id of the order"),
  key_id: z.string().describe("The public half of the gateway's key"),
  checkout_url: z.string().describe('The script of its checkout'),
  session_token: z
    .string()
    .nullable()
    .describe(
      'What the checkout opens this order with, for the payer alone: the payment_session_id of Cashfree, the client_secret of Stripe; null: its id is enough',
    ),
})
const OrderView = FundingView.extend({
  checkout: Checkout.nullable().describe(
    'Null where no key of the gateway is in the configuration: then the payment names the funding in its note funding_id; and where page_url is there',
  ),
  page_url: z
    .string()
    .nullable()
    .describe("The gateway's own page, on which the payer pays, for the payer alone; null: no return_url was given"),
})

/** Opens an order at a gateway. */
export const openOrder = defineOperation({
  ...{ id: 'funding.open-order', effect: 'write', scope: fundingSubmit, status: 201 },
  path: '/accounts/{account_id}/wallets/{environment}/gateway-orders',
  summary: 'Create an order at the gateway; returns its own page, or the parameters of its checkout',
  input: z.object({
    ...WalletId,
    gateway: z.string().exactOptional().describe('Default: the only configured one'),
    amount: AmountField,
    reference: z
      .string()
      .exactOptional()
      .describe(
        'Names this order, 1 to 128 printable characters: the same again is the same order, and makes no second one',
      ),
    return_url: z
      .string()
      .max(500)
      .exactOptional()
      .describe(
        "Asks for the gateway's own page, which leads the payer back to this address with funding=<id> in its query; on a host of this server or of a brand",
      ),
  }),
  output: OrderView,
  whose: { account: 'account_id' },
  command: { name: 'funding gateway order', more: printedFunding, text: orderText },
  needs: { funding: Funding },
  async handle({ input: { account_id: accountId, return_url, ...order }, viewer, actor, funding }) {
    const back = return_url === undefined ? {} : { returnUrl: return_url }
    const { checkout, pageUrl, ...opened } = await funding.openOrder({ accountId, ...order, ...back, actor })
    return {
      ...{ ...presentFunding(opened, viewer), checkout: checkout && presentCheckout(checkout), page_url: pageUrl },
    }
  },
})

const presentCheckout = (checkout: GatewayCheckout): z.input<typeof Checkout> => ({
  ...{ order_id: checkout.orderId, key_id: checkout.keyId, checkout_url: checkout.checkoutUrl },
  session_token: checkout.sessionToken,
})

function orderText({ funding_id, gateway, amount, checkout, page_url }: z.output<typeof OrderView>): string {
  if (page_url !== null) return `The order ${funding_id} is open: pay ${amount} INR at ${page_url}`
  if (!checkout)
    return `The order ${funding_id} is open: give the payment of ${amount} INR at ${gateway} the note funding_id = ${funding_id}`
  const { order_id, key_id, checkout_url, session_token } = checkout
  const token = session_token === null ? '' : `, and the session token ${session_token}`
  return `The order ${funding_id} is open: open the checkout of ${gateway} for ${amount} INR with its order ${order_id} and the key ${key_id} (${checkout_url})${token}`
}
