import { BalanceHeaders, Clock, defineEndpoint, rupees, Usage, Wallet, zero } from '@parakh/core'
import * as z from 'zod'

/**
 * The wallet of the key's account and environment (spec: Wallet balance record). It is not counted as a request. Plugins add
 * headers (`BalanceHeaders`), such as those of a plan.
 */
export const balance = defineEndpoint({
  id: 'balance',
  method: 'GET',
  path: '/balance',
  group: 'Token and wallet',
  summary: 'Get the wallet balance and the requests made',
  envelope: 'host',
  price: zero,
  replay: false,
  singlePhase: true,
  counted: false,
  request: z.object({}),
  data: z.object({
    balance: z.number().describe('The available balance in rupees'),
    currency: z.literal('INR'),
    environment: z.enum(['sandbox', 'production']),
    requests_today: z.int().describe('Requests since midnight in India'),
    requests_total: z.int(),
  }),
  needs: { wallet: Wallet, usage: Usage, added: BalanceHeaders, clock: Clock },
  async handle({ call, wallet, usage, added, clock, answer }) {
    const [funds, counts, ...headers] = await Promise.all([
      wallet.balance(call.account, call.environment),
      usage.counts(call.account, call.environment, clock.now()),
      ...[...added.values()].map((headersOf) => headersOf(call.account, call.environment)),
    ])
    const data = {
      balance: rupees(funds.available),
      currency: 'INR' as const,
      environment: call.environment,
      requests_today: counts.today,
      requests_total: counts.total,
    }
    return answer(data, { headers: Object.assign({}, ...headers) })
  },
  // The sandbox catalogue has no account, so there is no fixture.
  fixtures: [],
})
