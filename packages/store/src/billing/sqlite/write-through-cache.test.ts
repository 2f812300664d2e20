import { type BatchChanges, type BatchState, type CallState, claimKey, type WalletState, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { WriteThroughCache } from './write-through-cache.ts'

const OF = { accountId: 'a', environment: 'production' } as const
const call = (facts: Partial<CallState>): CallState => ({
  ...{
    ...OF,
    reference: 'old',
    keyId: 'k',
    endpoint: 'e',
    requestId: 'r',
    claim: 'c',
    fingerprint: 'f',
    phase: 'held',
  },
  ...{ epoch: 1, owner: 'o', price: zero, priceVersion: 'v', legs: [], charged: zero, refunded: zero, leaseUntil: 0 },
  ...{
    at: 0,
    settledAt: null,
    status: null,
    asyncState: null,
    operation: null,
    provider: null,
    pool: null,
    uniqueKey: null,
  },
  ...facts,
})
const NOTHING: BatchChanges = {
  ...{ wallets: [], windows: [], callsAdded: [], callsChanged: [], responses: [], inputs: [], entries: [] },
  ...{
    walletTasks: [],
    credits: [],
    usage: [],
    consents: [],
    events: [],
    jobs: [],
    records: [],
    counters: [],
    audit: [],
  },
}
const EMPTY: BatchState = {
  ...{ wallets: new Map(), keys: new Map(), claims: new Map(), calls: new Map() },
  ...{ credits: new Map(), records: new Map(), counters: new Map() },
}
const wallet: WalletState = {
  ...{ ...OF, posted: zero, held: zero, owed: zero, version: 0, requestsDay: 'd', requestsToday: 0, requestsTotal: 0 },
  ...{ eventSequence: 0, alert: undefined, calls: undefined },
}

it('keeps the claim of a call that took the request id of an expired one over', () => {
  const cache = new WriteThroughCache()
  cache.apply({ ...NOTHING, callsAdded: [call({})] })
  const successor = call({ reference: 'new' })
  cache.apply({ ...NOTHING, callsAdded: [successor], callsChanged: [call({ phase: 'released', claim: null })] })
  expect([...cache.state.calls.keys()]).toEqual(['new'])
  expect(cache.state.claims.get(claimKey(OF, 'c'))).toBe(successor)
})

it('is bounded: it is emptied when it has more than 20,000 wallets', () => {
  const cache = new WriteThroughCache()
  const sizes = Array.from({ length: 9 }, (_, turn) => {
    const wallets = Array.from({ length: 10_000 }, (__, n) => [`${turn}-${n}`, wallet] as const)
    cache.add({ ...EMPTY, wallets: new Map(wallets) }, 1)
    return cache.state.wallets.size
  })
  expect(Math.max(...sizes)).toBeLessThanOrEqual(30_000)
})

it('keeps calls while they are open', () => {
  const cache = new WriteThroughCache()
  const calls = [call({}), call({ reference: 'ended', claim: 'e', phase: 'answered' })]
  cache.add({ ...EMPTY, calls: new Map(calls.map((one) => [one.reference, one])) }, 1)
  expect([...cache.state.calls.keys()]).toEqual(['old'])
  cache.apply({ ...NOTHING, callsChanged: [call({ phase: 'answered' })] })
  expect(cache.state.calls.size + cache.state.claims.size).toBe(0)
})
