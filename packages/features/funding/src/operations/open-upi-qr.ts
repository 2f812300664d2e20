import { defineOperation } from '@parakh/core'
import { AmountField } from '@parakh/core/fields'
import * as z from 'zod'
import { Funding } from '../contract/funding.ts'
import { drawQr } from '../rules/draw-qr.ts'
import { FundingView, presentFunding, printedFunding, WalletId } from './funding-view.ts'
import { fundingSubmit } from './scopes.ts'

/** Opens a UPI QR. */
export const openUpiQr = defineOperation({
  ...{ id: 'funding.open-upi-qr', effect: 'write', scope: fundingSubmit, status: 201 },
  path: '/accounts/{account_id}/wallets/{environment}/upi-qrs',
  summary: 'Create a UPI QR of an amount',
  input: z.object({ ...WalletId, amount: AmountField }),
  output: FundingView.extend({
    uri: z.string().describe('The content of the QR: upi://pay?…'),
    svg: z.string().describe('The QR as an SVG'),
  }),
  whose: { account: 'account_id' },
  command: {
    name: 'funding upi-qr',
    more: (view) => ({ ...printedFunding(view), tr: view.funding_id }),
    text: ({ uri, funding_id }) =>
      `${uri}\nCredited by the gateway's callback, or by its UTR: parakh funding confirm ${funding_id} --utr …`,
    out: {
      formats: ['png', 'svg'],
      make: ({ uri }, format) => drawQr(uri, format === 'png' ? 'png' : 'svg'),
    },
  },
  needs: { funding: Funding },
  async handle({ input: { account_id: accountId, environment, amount }, viewer, actor, funding }) {
    const { uri, ...opened } = await funding.openQr({ accountId, environment, amount, actor })
    const svg = new TextDecoder().decode(await funding.drawQr(opened.id, 'svg'))
    return { ...presentFunding(opened, viewer), uri, svg }
  },
})
