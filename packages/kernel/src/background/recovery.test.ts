import { AttemptLog, inr, type ProviderAttempt, service } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'

/** More than two batches of recovery. */
const WRITES = 45
const RECOVERY_EVERY_MS = 2_000
const TURNS = 500

afterEach(() => vi.useRealTimers())

it('recovers all writes of a process that is gone in one go, not a batch at a time', async () => {
  const upstream = carrier()
  const told: ProviderAttempt[] = []
  const attempts = service(AttemptLog, {}, () => ({ record: (attempt) => void told.push(attempt) }))
  const { host, keys, store, clock, account } = await createTestHost({
    plugins: [parcels({ live: upstream.source })],
    funds: inr('1000'),
    services: [attempts],
    settings: { limits: { perEndpoint: 1_000, sandbox: 1_000, production: 1_000, inFlight: 1_000 } },
  })
  upstream.state.behaviour = 'loses-the-reply'
  for (let nth = 0; nth < WRITES; nth += 1) {
    const body = { to: 'Delhi', count: 1 }
    const sent = await host.call('send-parcels', body, keys.production, { requestId: `write-${nth}` })
    expect(sent).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
  }
  expect(await store.billing.unresolved(Date.now() + 1e12, 100)).toHaveLength(WRITES)
  clock.advance(31_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await host.start()
  await vi.advanceTimersByTimeAsync(RECOVERY_EVERY_MS)
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(upstream.state.statusAsked).toBe(WRITES)
  expect(await store.billing.unresolved(Date.now() + 1e12, 100)).toEqual([])
  expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ balance: inr('910'), held: 0 })
  // What a provider is asked by recovery costs as what it is asked by a call.
  const asked = told.filter(({ operation }) => operation === 'send.status')
  expect(told.filter(({ operation }) => operation === 'send')).toHaveLength(WRITES)
  expect(asked).toHaveLength(WRITES)
  expect(asked[0]).toMatchObject({
    ...{ accountId: account.id, environment: 'production', endpoint: 'send-parcels', plugin: 'parcels' },
    ...{ outcome: 'answer', provider: told[0]?.provider, reference: expect.any(String) },
  })
  vi.useRealTimers()
  await host.stop()
})

it('finishes a write that was made before the clock went back: neither its hold nor its request id stays blocked', async () => {
  const HOUR_MS = 3_600_000
  const LEASE_MS = 30_000
  const upstream = carrier()
  const { host, keys, store, clock, account } = await createTestHost({
    plugins: [parcels({ live: upstream.source })],
    funds: inr('100'),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await host.start()
  clock.set(new Date(clock.now().getTime() + HOUR_MS))
  upstream.state.behaviour = 'loses-the-reply'
  const send = () => host.call('send-parcels', { to: 'Delhi', count: 1 }, keys.production, { requestId: 'order-1' })
  expect(await send()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
  clock.set(new Date(clock.now().getTime() - HOUR_MS))
  upstream.state.behaviour = 'accepts'
  // What the background looks at twice: that the clock went back, and that a lease has passed since.
  for (let look = 0; look < 4; look += 1) {
    await vi.advanceTimersByTimeAsync(RECOVERY_EVERY_MS)
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    clock.advance(LEASE_MS)
  }
  expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ balance: inr('98'), held: 0 })
  expect(await send()).toMatchObject({ status: 200 })
  expect(upstream.state.sent).toHaveLength(1)
  vi.useRealTimers()
  await host.stop()
})
