import { defineEndpoint, definePlugin, defineProvider, inr, modern, operation, UpstreamError } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'

const PATIENTLY = { timeout: 60_000, interval: 50 }
const State = z.object({ id: z.string(), state: z.enum(['open', 'closed']) })
const write = operation({ effect: 'write', input: z.object({ id: z.string() }), same: ['id'], output: State })
const OrderProvider = defineProvider('orders', { open: write, close: write })

const closeOrder = defineEndpoint({
  id: 'close-order',
  method: 'POST',
  path: '/close-order',
  group: 'Orders',
  summary: 'Close an order',
  envelope: modern,
  price: inr('5'),
  request: z.object({ id: z.string(), reopen: z.boolean().default(false) }),
  data: State,
  errors: { REFUSED: { message: 'The order cannot be closed' } },
  uses: OrderProvider,
  async handle({ request: { id, reopen }, provider, answer, fail }) {
    if (reopen && (await provider.open({ id })) === null) return fail('REFUSED')
    const closed = await provider.close({ id })
    return closed ? answer(closed) : fail('REFUSED')
  },
  fixtures: [
    {
      scenario: 'success',
      request: { id: 'o-0' },
      records: { close: { id: 'o-0', state: 'closed' }, open: { id: 'o-0', state: 'open' } },
    },
  ],
})
const orders = definePlugin({ id: 'orders', contract: 1, provider: OrderProvider, endpoints: [closeOrder] })

/** A host whose source loses the reply to a close. @param arrives Whether the source received it. */
async function lostClose(arrives: boolean) {
  const sent: string[] = []
  const queries: string[] = []
  const source = OrderProvider.implement({
    id: 'office',
    options: z.object({}),
    make: () => ({
      open: {
        async send({ id }) {
          sent.push('open')
          return { id, state: 'open' as const }
        },
        async status() {
          queries.push('open')
          return sent.includes('open') ? { id: 'o-1', state: 'open' as const } : null
        },
      },
      close: {
        async send() {
          sent.push('close')
          throw new UpstreamError('unavailable', 'reset')
        },
        async status() {
          queries.push('close')
          return arrives ? { id: 'o-1', state: 'closed' as const } : null
        },
      },
    }),
  })
  const made = await createTestHost({ plugins: [orders({ live: source({}) })], funds: inr('100') })
  const { host, keys, store, account, clock } = made
  return {
    sent,
    queries,
    host,
    close: (reopen: boolean) => host.call('close-order', { id: 'o-1', reopen }, keys.production, { requestId: 'one' }),
    balance: () => store.wallet.balance(account.id, 'production'),
    async recovered() {
      await host.start()
      await vi.waitFor(() => {
        clock.advance(31_000)
        expect(queries.length).toBeGreaterThan(0)
      }, PATIENTLY)
    },
  }
}

it('queries the write that was sent, although the endpoint declares another one first', async () => {
  const { host, close, recovered, queries, sent, balance } = await lostClose(true)
  expect(await close(false)).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
  await recovered()
  await vi.waitFor(async () => expect(await balance()).toMatchObject({ balance: inr('95'), held: 0 }), PATIENTLY)
  expect(await close(false)).toMatchObject({ status: 200, outcome: 'replay' })
  expect([sent, queries]).toEqual([['close'], ['close']])
  await host.stop()
})

it('releases no hold if one write never arrived and another one may have been accepted', async () => {
  const { host, close, recovered, sent, balance } = await lostClose(false)
  expect(await close(true)).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
  await recovered()
  expect(await close(true)).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
  expect(await balance()).toMatchObject({ balance: inr('100'), held: inr('5') })
  expect(sent).toEqual(['open', 'close'])
  await host.stop()
})
