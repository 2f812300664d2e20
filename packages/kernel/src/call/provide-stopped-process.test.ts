import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it, vi } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'

/** Of all attempts of a call. Ten seconds later its lease ends, and another process may ask what became of it. */
const DEADLINE_MS = 20_000

it('sends no write that waited in a stopped process: another one may soon release it', async () => {
  const upstream = carrier()
  const { host, keys, store, clock, account } = await createTestHost({
    plugins: [parcels({ live: upstream.source })],
    funds: inr('100'),
  })
  const { dispatch } = store.billing
  vi.spyOn(store.billing, 'dispatch').mockImplementation(async (operation) => {
    const marked = await dispatch.call(store.billing, operation)
    // No timer has run: what a process hears first when it goes on is the answer of its database.
    clock.advance(DEADLINE_MS)
    return marked
  })
  const body = { to: 'Delhi', count: 1 }
  const sent = await host.call('send-parcels', body, keys.production, { requestId: 'stopped' })
  expect(sent).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
  expect(upstream.state.sent).toEqual([])
  expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ balance: inr('100'), held: 0 })
})
