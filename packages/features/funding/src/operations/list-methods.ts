import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Funding } from '../contract/funding.ts'
import { WalletId } from './funding-view.ts'
import { fundingRead } from './scopes.ts'

const MethodsView = z.object({
  upi: z
    .object({ vpa: z.string(), name: z.string().describe('As UPI applications show it') })
    .nullable()
    .describe('Whom a UPI QR pays; null: there are none'),
  gateways: z
    .array(
      z.object({
        gateway: z.string().describe('The name of it in a request'),
        label: z.string().describe('Its name as payers know it'),
        checkout: z.boolean().describe('Whether it has a page of its own, to which return_url asks to be led'),
      }),
    )
    .describe('Payment gateways; all take rupees'),
  bank_transfer: z.object({
    account: z
      .object({ name: z.string(), number: z.string(), ifsc: z.string(), bank: z.string() })
      .nullable()
      .describe('Where to send a transfer; null: this server does not tell it'),
  }),
})

/** How an account may pay into a wallet. */
export const listMethods = defineOperation({
  ...{ id: 'funding.methods', effect: 'read', scope: fundingRead },
  path: '/accounts/{account_id}/wallets/{environment}/funding-methods',
  summary: 'List how money is paid into a wallet: UPI, gateways, bank transfer',
  input: z.object(WalletId),
  output: MethodsView,
  whose: { account: 'account_id' },
  command: {
    name: 'funding methods',
    text({ upi, gateways, bank_transfer: { account } }, { draw }) {
      const to = account && `${account.name}, ${account.number}, ${account.ifsc}, ${account.bank}`
      return draw.table(
        ['Method', 'Pays'],
        [
          ...(upi ? [['upi_qr', `${upi.name}, ${upi.vpa}`]] : []),
          ...gateways.map(({ gateway, label, checkout }) => [gateway, checkout ? `${label}, on its own page` : label]),
          ['bank_transfer', to ?? 'not told: bankAccount in the section of @parakh/funding'],
        ],
      )
    },
  },
  needs: { funding: Funding },
  handle: async ({ funding: { offered } }) => ({
    upi: offered.upi && { vpa: offered.upi.vpa, name: offered.upi.name },
    gateways: offered.gateways.map(({ name, label, hasPages }) => ({ gateway: name, label, checkout: hasPages })),
    bank_transfer: { account: offered.bankAccount && { ...offered.bankAccount } },
  }),
})
