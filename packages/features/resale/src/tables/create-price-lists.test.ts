import { inr, platformRevisions, type TableAccess } from '@parakh/core'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachStore } from '../../../../../test/plugin-stores.ts'
import { resale } from '../plugin.ts'
import { createCommissionRates } from './create-commission-rates.ts'
import { createPriceLists } from './create-price-lists.ts'
import type { NewPrice } from './price-lists.ts'

eachStore('price lists', resale.definition, (opened) => {
  const clock = manualClock()
  const ids = sequentialIds()
  const lists = (tables: TableAccess = opened().tables) => createPriceLists({ tables, ids })
  const open = async (name = 'Acme') => (await opened().store.accounts.create({ name, role: 'developer' })).id
  const audited = async (subject: string, accountIds: readonly string[] | null = null) =>
    (await opened().store.audit.list({ accountIds, subject, cursor: null, limit: 10 })).items
  const price = (endpoint: string, more: Partial<NewPrice> = {}): NewPrice => ({
    ...{
      endpoint,
      tier: null,
      ownerAccountId: null,
      accountId: null,
      role: null,
      fromCalls: 0,
      price: inr('5.50'),
      validFrom: clock.now(),
      actor: 'asha',
    },
    ...more,
  })

  it('keeps what was set as it was set, in the order of writing, with its audit entry', async () => {
    const first = await lists().add(price('kept', { role: 'retailer', fromCalls: 1_000 }))
    const second = await lists().add(price('kept', { role: 'retailer', fromCalls: 1_000, price: null }))
    expect(await lists().history('kept')).toEqual([first, second])
    expect(first).toMatchObject({ price: inr('5.50'), createdAt: clock.now() })
    expect(await audited('price/kept')).toMatchObject([
      { action: 'price.unset', actor: 'asha', before: { price: '5.50' }, after: { price: null } },
      { action: 'price.set', before: null, after: { price: '5.50', role: 'retailer', from_calls: 1_000 } },
    ])
  })

  it('keeps the prices of tiers apart, each with the one before it', async () => {
    const basic = await lists().add(price('tiers', { tier: 'basic' }))
    const full = await lists().add(price('tiers', { tier: 'full', price: inr('9') }))
    const again = await lists().add(price('tiers', { tier: 'basic', price: inr('6') }))
    expect(await lists().history('tiers')).toEqual([basic, full, again])
    expect(full.tier).toBe('full')
    expect(await audited('price/tiers#basic')).toMatchObject([
      { before: { price: '5.50' }, after: { price: '6.00' } },
      { before: null, after: { price: '5.50' } },
    ])
  })

  it('keeps whose a price is, and tells the audit log of its owner', async () => {
    const owner = await open()
    const common = await lists().add(price('owned', { role: 'retailer' }))
    const owned = await lists().add(price('owned', { role: 'retailer', ownerAccountId: owner, price: inr('6') }))
    expect(await lists().history('owned')).toEqual([common, owned])
    expect(owned.ownerAccountId).toBe(owner)
    expect(await audited('price/owned', [owner])).toMatchObject([
      { before: null, after: { price: '6.00', owner_account_id: owner } },
    ])
  })

  it('gives each change once, and nothing where there is none', async () => {
    const before = (await lists().changesAfter(-1))?.revision ?? 0
    expect(await lists().changesAfter(before)).toBeNull()
    const added = await lists().add(price('told'))
    const told = await lists().changesAfter(before)
    expect(told).toEqual({ revision: before + 1, entries: [added], commission: false })
    expect(await lists().changesAfter(before + 1)).toBeNull()
  })

  it('raises the revision for rates and moved accounts too, and counts each change of its own process by the time it is made', async () => {
    const { accounts } = opened().store
    const above = await accounts.create({ name: 'Above', role: 'distributor' })
    const { id } = await accounts.create({ name: 'Shop', role: 'retailer' })
    const { revision = 0 } = (await lists().changesAfter(-1)) ?? {}
    const before = lists().changesHere()
    const counted: number[] = []
    for (const change of [
      () => lists().add(price('counted')),
      () => createCommissionRates(opened().tables).set({ accountId: id, basisPoints: 0, actor: 'asha' }),
      () => accounts.move(id, above.id),
      () => accounts.move(id, null),
    ]) {
      await change()
      counted.push(lists().changesHere() - before)
    }
    expect(counted).toEqual([1, 2, 3, 4])
    expect(await lists().changesAfter(revision)).toMatchObject({ revision: revision + 4, entries: [{}] })
  })

  it('refuses an account that does not exist, and writes nothing then', async () => {
    const id = await open()
    const revision = await lists().revision()
    await expect(lists().add(price('own', { accountId: 'nobody' }))).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
    expect(await lists().revision()).toBe(revision)
    const added = await lists().add(price('own', { accountId: id }))
    expect(await lists().history('own')).toEqual([added])
  })

  it('adds nothing at another revision than it was checked against, and no audit entry', async () => {
    const [id, parent] = [await open(), await open()]
    const revision = await lists().revision()
    await opened().store.accounts.move(id, parent)
    const stale = lists().add(price('stale', { accountId: id }), revision)
    await expect(stale).rejects.toMatchObject({ code: 'PRICING_CHANGED' })
    expect(await lists().history('stale')).toEqual([])
    expect(await audited('price/stale')).toEqual([])
    expect(await lists().add(price('stale', { accountId: id }), revision + 1)).toMatchObject({ accountId: id })
  })

  it('is added, or the account is moved, of two changes checked at one revision: never both', async () => {
    const { accounts } = opened().store
    for (let round = 0; round < 5; round += 1) {
      const [id, parent] = [await open(), await open()]
      const revision = await lists().revision()
      const outcomes = await Promise.allSettled([
        accounts.move(id, parent, { actor: 'asha', ifRevision: revision }),
        lists().add(price(`met-${round}`, { accountId: id }), revision),
      ])
      const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))
      expect(codes.toSorted()).toEqual(['PRICING_CHANGED', 'done'])
      const moved = (await accounts.get(id))?.parentId === parent
      expect(await lists().history(`met-${round}`)).toHaveLength(moved ? 0 : 1)
    }
  })

  it('reads one row to find that nothing changed, and three times where something did', async () => {
    const { tables } = opened()
    const reads: string[] = []
    const noted = <T>(what: string, read: Promise<T>): Promise<T> => {
      reads.push(what)
      return read
    }
    const counted: TableAccess = {
      ...tables,
      revision: (of) => noted(of?.name ?? 'own', tables.revision(of)),
      rows: (bound) => noted(bound.statement.name, tables.rows(bound)),
      first: (bound) => noted(bound.statement.name, tables.first(bound)),
    }
    const known = await lists().revision()
    expect(await lists(counted).changesAfter(known)).toBeNull()
    expect(reads.splice(0)).toEqual([platformRevisions.accountTree.name])
    await lists().add(price('read'))
    expect(await lists(counted).changesAfter(known)).toMatchObject({ revision: known + 1 })
    expect(reads).toEqual([platformRevisions.accountTree.name, 'changed', 'anyAboveZero'])
  })

  it('never shows a revision without all before it, however many are written side by side', async () => {
    const start = (await lists().changesAfter(-1))?.revision ?? 0
    const writing = Promise.all(Array.from({ length: 20 }, (_, n) => lists().add(price(`side-${n}`))))
    const seen = new Set<string>()
    for (let known = start; seen.size < 20; ) {
      const told = await lists().changesAfter(known)
      for (const { id } of told?.entries ?? []) seen.add(id)
      known = told?.revision ?? known
    }
    expect([...seen].sort()).toEqual((await writing).map(({ id }) => id).sort())
  })
})
