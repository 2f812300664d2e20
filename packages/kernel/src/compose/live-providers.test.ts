import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'

it('gives one deadline to a whole list of live providers, and frees the hold when it passes', async () => {
  const [first, second] = [carrier('first'), carrier('second')]
  const live = [first.source, second.source]
  const deadlineMs = 200
  const made = await createTestHost({ plugins: [parcels({ live })], funds: inr('10'), settings: { deadlineMs } })
  const { host, keys, store, account } = made
  first.state.behaviour = 'is-down'
  second.state.behaviour = 'hangs'
  const startedAt = performance.now()
  const reply = await host.call('find-parcel', { id: 'p-1' }, keys.production)
  expect(performance.now() - startedAt).toBeLessThan(deadlineMs + 1_000)
  expect(reply).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE', outcome: 'failed' })
  expect([first.state.asked, second.state.asked]).toEqual([1, 1])
  expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ balance: inr('10'), held: 0 })
  await host.stop()
})

it('tells of an endpoint whom it may ask, in order', async () => {
  const live = [carrier('first').source, carrier('second').source]
  const { host } = await createTestHost({ plugins: [parcels({ live })] })
  const providersOf = (id: string) => host.endpoints.find(({ endpoint }) => endpoint.id === id)?.providers
  expect(providersOf('find-parcel')).toEqual(['parcels/first#0', 'parcels/second#1'])
  expect(providersOf('list-parcels')).toEqual([])
  await host.stop()
})
