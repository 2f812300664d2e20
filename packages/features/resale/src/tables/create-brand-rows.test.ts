import type { Store } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../../../test/databases.ts'
import { openResale } from '../../test/open-resale.ts'
import type { AccountBrands } from '../contract/account-brands.ts'
import { createBrandRows } from './create-brand-rows.ts'

const actor = 'asha'
const PLAIN = { name: 'Reseller <1>', supportEmail: null, colour: null }

describe.each(ENGINES)('brands of accounts on %s', (_, make) => {
  let place: TestDatabase
  let store: Store
  let other: Store
  let brands: AccountBrands
  let otherBrands: AccountBrands
  let hosts = 0
  beforeAll(async () => {
    place = await make()
    const [here, there] = [
      await openResale(place, { clock: manualClock() }),
      await openResale(place, { clock: manualClock() }),
    ]
    ;[store, other] = [here.store, there.store]
    ;[brands, otherBrands] = [createBrandRows(here), createBrandRows(there)]
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
    expect(await brands.get(accountId)).toBeNull()
    const [first, second] = [fresh(), fresh()]
    const full = { accountId, host: first, name: 'One', supportEmail: 'help@one.example', colour: '#0a7d5c' }
    await brands.set(full, actor)
    expect(await brands.get(accountId)).toEqual(full)
    const next = { accountId, host: second, ...PLAIN }
    await brands.set(next, actor)
    expect(await brands.get(accountId)).toEqual(next)
    expect(await brands.clear(accountId, actor)).toEqual(next)
    expect(await brands.get(accountId)).toBeNull()
    expect(await brands.clear(accountId, actor)).toBeNull()
    const { items } = await store.audit.list({ accountIds: [accountId], cursor: null, limit: 10 })
    const entries = items.filter(({ action }) => action.startsWith('account.brand.'))
    expect(entries).toMatchObject([
      { actor, action: 'account.brand.clear', before: { host: second }, after: null },
      { actor, action: 'account.brand.set', before: { host: first, colour: '#0a7d5c' }, after: { host: second } },
      { actor, action: 'account.brand.set', before: null, after: { host: first, support_email: 'help@one.example' } },
    ])
    expect(entries).toHaveLength(3)
  })

  it('gives a host to one account alone, also of two that ask at once, and again once it is free', async () => {
    const host = fresh()
    const [one, two] = [await account(), await account()]
    const asked = await Promise.allSettled([
      brands.set({ accountId: one, host, ...PLAIN }, actor),
      otherBrands.set({ accountId: two, host, ...PLAIN }, actor),
    ])
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'BRAND_HOST_TAKEN', message: expect.stringContaining(host) },
    })
    const winner = asked[0].status === 'fulfilled' ? one : two
    await brands.clear(winner, actor)
    const loser = winner === one ? two : one
    expect(await brands.set({ accountId: loser, host, ...PLAIN }, actor)).toMatchObject({ host })
  })

  it('lists those of accounts that are not closed, the suspended included', async () => {
    const made = [await account(), await account(), await account()]
    for (const accountId of made) await brands.set({ accountId, host: fresh(), ...PLAIN }, actor)
    const [, suspended = '', closed = ''] = made
    await store.accounts.setStatus(suspended, 'suspended')
    await store.accounts.setStatus(closed, 'closed')
    const listed = (await brands.all()).map(({ accountId }) => accountId)
    expect(listed.filter((id) => made.includes(id))).toEqual(made.slice(0, 2))
    await expect(brands.set({ accountId: closed, host: fresh(), ...PLAIN }, actor)).rejects.toMatchObject({
      code: 'ACCOUNT_CLOSED',
    })
    expect(await brands.clear(closed, actor)).toMatchObject({ accountId: closed })
  })

  it('is replaced at the same host, and refused one of another account with nothing written', async () => {
    const [accountId, host, taken] = [await account(), fresh(), fresh()]
    await brands.set({ accountId: await account(), host: taken, ...PLAIN }, actor)
    await brands.set({ accountId, host, ...PLAIN }, actor)
    const next = { accountId, host, ...PLAIN, name: 'Next' }
    expect(await brands.set(next, actor)).toEqual(next)
    const refused = brands.set({ ...next, host: taken }, actor)
    await expect(refused).rejects.toMatchObject({ code: 'BRAND_HOST_TAKEN', message: expect.stringContaining(taken) })
    expect(await brands.get(accountId)).toEqual(next)
    const query = { accountIds: [accountId], action: 'account.brand.set', cursor: null, limit: 10 }
    expect((await store.audit.list(query)).items).toHaveLength(2)
  })

  it('refuses accounts that there are not', async () => {
    for (const work of [
      () => brands.set({ accountId: 'nobody', host: fresh(), ...PLAIN }, actor),
      () => brands.clear('nobody', actor),
      () => brands.get('nobody'),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
