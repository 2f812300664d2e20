import { definePlugin } from '@parakh/core'
import { authToken } from './auth-token.ts'
import { balance } from './balance.ts'
import { planRenewal } from './plan-renewal.ts'
import { requestStatus } from './request-status.ts'
import { webhookEndpoints } from './webhooks/index.ts'

/** The built-in plugin of every server: tokens, the wallet's balance, call status and webhooks (spec: Token and wallet). */
export const account = definePlugin({
  id: 'account',
  contract: 1,
  endpoints: [authToken, balance, requestStatus, ...webhookEndpoints],
  jobs: [planRenewal],
})
