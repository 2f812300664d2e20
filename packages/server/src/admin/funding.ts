import { AmountField, EnvironmentField } from '@parakh/core/fields'
import { BANK_RAILS, FUNDING_METHODS, FUNDING_STATES, Funding, type GatewayCheckout } from '@parakh/funding/contract'
import * as z from 'zod'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import { FundingId, FundingView, ownerOfFunding, presentFunding } from './funding-view.ts'

const WalletId = z.object({ account_id: z.string(), environment: EnvironmentField })
const ofWallet = { params: WalletId, scope: 'funding:submit', method: 'POST', status: 201 } as const
const Utr = z.string().min(1).max(64).describe('NEFT 16 letters and digits, RTGS 22, IMPS and UPI 12 digits')

const listFunding = defineAdminList({
  id: 'funding.list',
  path: '/funding',
  scope: 'funding:read',
  summary: 'List fundings, newest first',
  filters: z.object({
    account_id: z.string().exactOptional().describe('Only of this account'),
    environment: EnvironmentField.exactOptional(),
    state: z.enum(FUNDING_STATES).exactOptional(),
    method: z.enum(FUNDING_METHODS).exactOptional(),
  }),
  item: FundingView,
  async handle({ host, viewer, filters: { account_id, ...filters }, page }) {
    const accountIds = account_id === undefined ? await viewer.branch() : [account_id]
    const { items, next } = await host.get(Funding).list({ accountIds, ...filters, ...page })
    return { items: items.map(presentFunding), next }
  },
})

const getFunding = defineAdminRoute({
  id: 'funding.get',
  method: 'GET',
  path: '/funding/{funding_id}',
  scope: 'funding:read',
  summary: 'Get one funding',
  params: FundingId,
  response: FundingView,
  owner: ownerOfFunding,
  handle: async ({ host, params }) => presentFunding(await host.get(Funding).get(params.funding_id)),
})

const submitTransfer = defineAdminRoute({
  ...ofWallet,
  id: 'funding.submit-transfer',
  path: '/accounts/{account_id}/wallets/{environment}/transfers',
  summary: 'Submit a bank transfer by its UTR, to be approved',
  body: z.object({ rail: z.enum(BANK_RAILS), amount: AmountField, utr: Utr }),
  response: FundingView,
  owner: async (_host, { account_id }) => account_id,
  async handle({ host, actor, params: { account_id: accountId, environment }, body }) {
    return presentFunding(await host.get(Funding).submitTransfer({ accountId, environment, ...body, actor }))
  },
})

const presentCheckout = (checkout: GatewayCheckout | null) =>
  checkout && {
    ...{ order_id: checkout.orderId, key_id: checkout.keyId, checkout_url: checkout.checkoutUrl },
    session_token: checkout.sessionToken,
  }

const openOrder = defineAdminRoute({
  ...ofWallet,
  id: 'funding.open-order',
  path: '/accounts/{account_id}/wallets/{environment}/gateway-orders',
  summary: 'Create an order at the gateway; returns the parameters of its checkout',
  body: z.object({
    gateway: z.string().exactOptional().describe('Default: the only configured one'),
    amount: AmountField,
    reference: z
      .string()
      .exactOptional()
      .describe(
        'Names this order, 1 to 128 printable characters: the same again is the same order, and makes no second one',
      ),
  }),
  response: FundingView.extend({
    checkout: z
      .object({
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
      .nullable()
      .describe(
        'Null where no key of the gateway is in the configuration: then the payment names the funding in its note funding_id',
      ),
  }),
  owner: async (_host, { account_id }) => account_id,
  async handle({ host, actor, params: { account_id: accountId, environment }, body }) {
    const { checkout, ...opened } = await host.get(Funding).openOrder({ accountId, environment, ...body, actor })
    return { ...presentFunding(opened), checkout: presentCheckout(checkout) }
  },
})

const openQr = defineAdminRoute({
  ...ofWallet,
  id: 'funding.open-upi-qr',
  path: '/accounts/{account_id}/wallets/{environment}/upi-qrs',
  summary: 'Create a UPI QR of an amount',
  body: z.object({ amount: AmountField }),
  response: FundingView.extend({
    uri: z.string().describe('The content of the QR: upi://pay?…'),
    svg: z.string().describe('The QR as an SVG'),
  }),
  owner: async (_host, { account_id }) => account_id,
  async handle({ host, actor, params: { account_id: accountId, environment }, body: { amount } }) {
    const funding = host.get(Funding)
    const { uri, ...opened } = await funding.openQr({ accountId, environment, amount, actor })
    const svg = Buffer.from(await funding.drawQr(opened.id, 'svg')).toString('utf8')
    return { ...presentFunding(opened), uri, svg }
  },
})

const confirmQr = defineAdminRoute({
  id: 'funding.confirm-upi-qr',
  method: 'POST',
  path: '/funding/{funding_id}/confirm',
  scope: 'funding:submit',
  summary: 'Submit the UTR by which a UPI QR was paid, to be approved',
  params: FundingId,
  body: z.object({ rail: z.enum(BANK_RAILS).default('upi'), utr: Utr }),
  response: FundingView,
  owner: ownerOfFunding,
  async handle({ host, actor, params: { funding_id: id }, body }) {
    return presentFunding(await host.get(Funding).confirmQr({ id, ...body, actor }))
  },
})

/** Routes of funding: orders, transfers and lists. */
export const fundingRoutes = [listFunding, getFunding, submitTransfer, openOrder, openQr, confirmQr]
