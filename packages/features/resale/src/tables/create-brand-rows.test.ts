import type { Store } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { openStore } from '../../test/store-bench.ts'

const actor = 'asha'
const PLAIN = { name: 'Reseller <1>', supportEmail: null, colour: null }

describe.each(ENGINES)('brands of accounts on %s', (_, make) => {
  let place: TestDatabase
  let store: Store
  let other: Store
  let hosts = 0
  beforeAll(async () => {
    place = await make()
    store = await openStore(place, { clock: manualClock() })
    other = await openStore(place, { clock: manualClock() })
  })
  afterAll(async () => {
    await other.close()
    await store.close()
    await place.drop()
  })
  const account = async () => (await store.accounts.create({ name: 'Reseller', role: 'distributor' })).id
  const fresh = () => {
    hosts += 1
    return `api.r${hosts}.example`
  }

  it('is kept, replaced, taken away, and audited each time', async () => {
    const accountId = await account()
    expect(await store.brands.get(accountId)).toBeNull()
    const [first, second] = [fresh(), fresh()]
    const full = { accountId, host: first, name: 'One', supportEmail: 'help@one.example', colour: '#0a7d5c' }
    await store.brands.set(full, actor)
    expect(await store.brands.get(accountId)).toEqual(full)
    const next = { accountId, host: second, ...PLAIN }
    await store.brands.set(next, actor)
    expect(await store.brands.get(accountId)).toEqual(next)
    expect(await store.brands.clear(accountId, actor)).toEqual(next)
    expect(await store.brands.get(accountId)).toBeNull()
    expect(await store.brands.clear(accountId, actor)).toBeNull()
    const { items } = await store.audit.list({ accountIds: [accountId], cursor: null, limit: 10 })
    const brands = items.filter(({ action }) => action.startsWith('account.brand.'))
    expect(brands).toMatchObject([
      { actor, action: 'account.brand.clear', before: { host: second }, after: null },
      { actor, action: 'account.brand.set', before: { host: first, colour: '#0a7d5c' }, after: { host: second } },
      { actor, action: 'account.brand.set', before: null, after: { host: first, support_email: 'help@one.example' } },
    ])
    expect(brands).toHaveLength(3)
  })

  it('gives a host to one account alone, also of two that ask at once, and again once it is free', async () => {
    const host = fresh()
    const [one, two] = [await account(), await account()]
    const asked = await Promise.allSettled([
      store.brands.set({ accountId: one, host, ...PLAIN }, actor),
      other.brands.set({ accountId: two, host: host.toUpperCase(), ...PLAIN }, actor),
    ])
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'BRAND_HOST_TAKEN' } })
    const winner = asked[0].status === 'fulfilled' ? one : two
    await store.brands.clear(winner, actor)
    const loser = winner === one ? two : one
    expect(await store.brands.set({ accountId: loser, host, ...PLAIN }, actor)).toMatchObject({ host })
  })

  it('lists those of accounts that are not closed, the suspended included', async () => {
    const made = [await account(), await account(), await account()]
    for (const accountId of made) await store.brands.set({ accountId, host: fresh(), ...PLAIN }, actor)
    const [, suspended = '', closed = ''] = made
    await store.accounts.setStatus(suspended, 'suspended')
    await store.accounts.setStatus(closed, 'closed')
    const listed = (await store.brands.all()).map(({ accountId }) => accountId)
    expect(listed.filter((id) => made.includes(id))).toEqual(made.slice(0, 2))
    await expect(store.brands.set({ accountId: closed, host: fresh(), ...PLAIN }, actor)).rejects.toMatchObject({
      code: 'ACCOUNT_CLOSED',
    })
    expect(await store.brands.clear(closed, actor)).toMatchObject({ accountId: closed })
  })

  it('refuses accounts that there are not, and writes nothing of a brand that is none', async () => {
    for (const work of [
      () => store.brands.set({ accountId: 'nobody', host: fresh(), ...PLAIN }, actor),
      () => store.brands.clear('nobody', actor),
      () => store.brands.get('nobody'),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    const accountId = await account()
    await expect(store.brands.set({ accountId, host: 'localhost', ...PLAIN }, actor)).rejects.toMatchObject({
      code: 'BRAND_INVALID',
    })
    expect(await store.brands.get(accountId)).toBeNull()
  })
})
