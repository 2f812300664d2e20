import { Clock, defineEndpoint, type PlanStatus, Plans, rupees, Usage, Wallet, zero } from '@parakh/core'
import * as z from 'zod'

/**
 * The wallet of the key's account and environment (spec: Wallet balance record). It is not counted as a request. For a production key
 * the headers show the plan's pool: `X-Plan`, and with a limit `X-Plan-Limit` and `X-Plan-Remaining`.
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
  needs: { wallet: Wallet, usage: Usage, plans: Plans, clock: Clock },
  async handle({ call, wallet, usage, plans, clock, answer }) {
    const [funds, counts, plan] = await Promise.all([
      wallet.balance(call.account, call.environment),
      usage.counts(call.account, call.environment, clock.now()),
      call.environment === 'production' ? plans.show(call.account) : null,
    ])
    const data = {
      balance: rupees(funds.available),
      currency: 'INR' as const,
      environment: call.environment,
      requests_today: counts.today,
      requests_total: counts.total,
    }
    return answer(data, plan ? { headers: planHeaders(plan) } : {})
  },
  // The sandbox catalogue has no account, so there is no fixture.
  fixtures: [],
})

function planHeaders({ plan, remaining }: PlanStatus): Readonly<Record<string, string>> {
  const pool = { 'x-plan-limit': String(plan.limit), 'x-plan-remaining': String(remaining) }
  return { 'x-plan': plan.id, ...(plan.limit === null ? {} : pool) }
}
