import { Clock, defineEndpoint, modern, rupees, Usage, Wallet, zero } from '@parakh/core'
import * as z from 'zod'

/** The wallet of the key's account and environment (spec: Wallet balance record). It does not count itself as a request. */
export const balance = defineEndpoint({
  id: 'balance',
  method: 'GET',
  path: '/balance',
  group: 'Token and wallet',
  summary: 'The wallet balance and the requests made',
  envelope: modern,
  price: zero,
  replay: false,
  counted: false,
  request: z.object({}),
  data: z.object({
    balance: z.number().describe('What calls may still cost, in rupees'),
    currency: z.literal('INR'),
    environment: z.enum(['sandbox', 'production']),
    requests_today: z.int().describe('Requests since midnight in India'),
    requests_total: z.int(),
  }),
  needs: { wallet: Wallet, usage: Usage, clock: Clock },
  async handle({ call, wallet, usage, clock, answer }) {
    const [funds, counts] = await Promise.all([
      wallet.balance(call.account, call.environment),
      usage.counts(call.account, call.environment, clock.now()),
    ])
    return answer({
      balance: rupees(funds.available),
      currency: 'INR',
      environment: call.environment,
      requests_today: counts.today,
      requests_total: counts.total,
    })
  },
  // The catalogue has no account whose balance it could show.
  fixtures: [],
})
