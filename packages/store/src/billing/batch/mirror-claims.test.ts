import { type BatchChanges, type CallState, claimKey, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { Mirror } from './mirror.ts'

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
    later: null,
    operation: null,
    provider: null,
    pool: null,
    uniqueKey: null,
  },
  ...facts,
})
const NOTHING: BatchChanges = {
  ...{ wallets: [], windows: [], callsAdded: [], callsChanged: [], responses: [], inputs: [], entries: [] },
  ...{ credits: [], usage: [], consents: [], events: [], jobs: [], records: [], counters: [] },
}

it('remembers the claim of a call that took the request id of an expired one over', () => {
  const mirror = new Mirror()
  mirror.apply({ ...NOTHING, callsAdded: [call({})] })
  const successor = call({ reference: 'new' })
  mirror.apply({ ...NOTHING, callsAdded: [successor], callsChanged: [call({ phase: 'released', claim: null })] })
  expect([...mirror.state.calls.keys()]).toEqual(['new'])
  expect(mirror.state.claims.get(claimKey(OF, 'c'))).toBe(successor)
})
