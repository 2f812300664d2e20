import { inr, type NewPrice, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createAccounts } from '../accounts/create-accounts.ts'
import { createAuditLog } from '../audit/create-audit-log.ts'
import { createCommissionBook } from '../commission/create-commission-book.ts'
import { createPriceLists } from './create-price-lists.ts'

eachEngine('price lists', (database) => {
  const clock = manualClock()
  const ids = sequentialIds()
  const lists = () => createPriceLists({ database: database(), clock, ids })
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
    const audit = createAuditLog({ database: database(), clock, ids })
    const { items } = await audit.list({ accountIds: null, subject: 'price/kept', cursor: null, limit: 10 })
    expect(items).toMatchObject([
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
    const audit = createAuditLog({ database: database(), clock, ids })
    const { items } = await audit.list({ accountIds: null, subject: 'price/tiers#basic', cursor: null, limit: 10 })
    expect(items).toMatchObject([
      { before: { price: '5.50' }, after: { price: '6.00' } },
      { before: null, after: { price: '5.50' } },
    ])
  })

  it('keeps whose a price is, and tells the audit log of its owner', async () => {
    const owner = ids.next()
    const common = await lists().add(price('owned', { role: 'retailer' }))
    const owned = await lists().add(price('owned', { role: 'retailer', ownerAccountId: owner, price: inr('6') }))
    expect(await lists().history('owned')).toEqual([common, owned])
    expect(owned.ownerAccountId).toBe(owner)
    const audit = createAuditLog({ database: database(), clock, ids })
    const { items } = await audit.list({ accountIds: [owner], subject: 'price/owned', cursor: null, limit: 10 })
    expect(items).toMatchObject([{ before: null, after: { price: '6.00', owner_account_id: owner } }])
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
    const accounts = createAccounts({ database: database(), decide, clock, ids, sandboxCredit: zero })
    const commission = createCommissionBook({ database: database(), decide, clock, ids })
    const above = await accounts.create({ name: 'Above', role: 'distributor' })
    const { id } = await accounts.create({ name: 'Shop', role: 'retailer' })
    const { revision = 0 } = (await lists().changesAfter(-1)) ?? {}
    const before = lists().changesHere()
    const counted: number[] = []
    for (const change of [
      () => lists().add(price('counted')),
      () => commission.setRate({ accountId: id, basisPoints: 0, actor: 'asha' }),
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
    const own = createAccounts({ database: database(), decide, clock, ids, sandboxCredit: inr('1') })
    const { id } = await own.create({ name: 'Acme', role: 'developer' })
    await expect(lists().add(price('own', { accountId: 'nobody' }))).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
    const added = await lists().add(price('own', { accountId: id }))
    expect(await lists().history('own')).toEqual([added])
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
