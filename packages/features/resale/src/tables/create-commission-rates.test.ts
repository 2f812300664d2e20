import type { Role } from '@parakh/core'
import { sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachStore } from '../../../../../test/plugin-stores.ts'
import { resale } from '../plugin.ts'
import { createCommissionRates } from './create-commission-rates.ts'
import { createPriceLists } from './create-price-lists.ts'

const actor = 'asha'

eachStore('commission rates', resale.definition, (opened) => {
  const rates = () => createCommissionRates(opened().tables)
  const lists = () => createPriceLists({ tables: opened().tables, ids: sequentialIds() })
  const open = async (role: Role, parentId: string | null = null) =>
    (await opened().store.accounts.create({ name: role, role, parentId })).id
  const auditedOf = async (accountId: string) =>
    (await opened().store.audit.list({ accountIds: [accountId], action: 'commission.set', cursor: null, limit: 10 }))
      .items

  it('are read in a line upwards and in the whole tree, as they were set', async () => {
    const top = await open('master_distributor')
    const middle = await open('distributor', top)
    const shop = await open('customer', middle)
    expect(await rates().set({ accountId: middle, basisPoints: 725, actor })).toBe(0)
    expect(await rates().set({ accountId: middle, basisPoints: 800, actor })).toBe(725)
    const levels = [
      { accountId: shop, parentId: middle, name: 'customer', role: 'customer', basisPoints: 0 },
      { accountId: middle, parentId: top, name: 'distributor', role: 'distributor', basisPoints: 800 },
      { accountId: top, parentId: null, name: 'master_distributor', role: 'master_distributor', basisPoints: 0 },
    ]
    expect(await rates().line(shop)).toEqual(levels)
    await expect(rates().line('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    expect(await rates().tree()).toEqual(expect.arrayContaining(levels))
    await opened().store.accounts.setStatus(shop, 'closed')
    expect((await rates().tree()).map(({ accountId }) => accountId)).not.toContain(shop)
  })

  it('are in the audit log with the rate before, in the same commit', async () => {
    const id = await open('retailer')
    await rates().set({ accountId: id, basisPoints: 725, actor })
    await rates().set({ accountId: id, basisPoints: 800, actor })
    expect(await auditedOf(id)).toMatchObject([
      { actor, subject: `account/${id}`, before: { percent: '7.25' }, after: { percent: '8.00' } },
      { before: { percent: '0.00' }, after: { percent: '7.25' } },
    ])
    const unknown = rates().set({ accountId: 'nobody', basisPoints: 1, actor })
    await expect(unknown).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    expect(await auditedOf('nobody')).toEqual([])
  })

  it('are told with the next change of prices, and a line ends where its account was moved to', async () => {
    const top = await open('master_distributor')
    const middle = await open('distributor', top)
    await rates().set({ accountId: middle, basisPoints: 800, actor })
    const { revision = 0 } = (await lists().changesAfter(-1)) ?? {}
    await opened().store.accounts.move(middle, await open('master_distributor'))
    expect(await lists().changesAfter(revision)).toMatchObject({ revision: revision + 1, commission: true })
    expect((await rates().line(middle)).map(({ accountId }) => accountId)).not.toContain(top)
  })

  it('are not set at another revision than they were checked against', async () => {
    const id = await open('retailer')
    const revision = await lists().revision()
    const set = (basisPoints: number) => rates().set({ accountId: id, basisPoints, actor }, revision)
    const outcomes = await Promise.allSettled([set(100), set(200)])
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))
    expect(codes.toSorted()).toEqual(['PRICING_CHANGED', 'done'])
    const [level] = await rates().line(id)
    expect([100, 200]).toContain(level?.basisPoints)
    expect(await auditedOf(id)).toHaveLength(1)
  })

  it('are never outside of 0 to 100 percent, whatever writes them', async () => {
    const id = await open('retailer')
    await expect(rates().set({ accountId: id, basisPoints: 10_001, actor })).rejects.toThrow()
    await expect(rates().set({ accountId: id, basisPoints: -1, actor })).rejects.toThrow()
    expect(await rates().line(id)).toMatchObject([{ basisPoints: 0 }])
  })
})
