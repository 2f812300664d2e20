import { inr, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

/** Accounts, and what is granted to them. */
export function accountTests(trial: () => StoreTrial): void {
  it('opens an account with 100 INR in its sandbox wallet and nothing in production', async () => {
    const { store } = trial()
    const account = await store.accounts.create({ name: 'Acme', role: 'developer' })
    expect(account).toMatchObject({ name: 'Acme', role: 'developer', parentId: null, status: 'active', kyc: 'pending' })
    expect(await store.wallet.balance(account.id, 'sandbox')).toEqual({
      balance: inr('100'),
      held: zero,
      available: inr('100'),
      owed: zero,
    })
    expect((await store.wallet.balance(account.id, 'production')).balance).toBe(zero)
  })

  it('finds an account by its id, and lists it', async () => {
    const { store } = trial()
    const parent = await store.accounts.create({ name: 'Parent', role: 'distributor' })
    const child = await store.accounts.create({ name: 'Child', role: 'retailer', parentId: parent.id })
    expect(await store.accounts.get(child.id)).toEqual(child)
    expect(child.parentId).toBe(parent.id)
    expect(await store.accounts.get('nobody')).toBeNull()
    expect((await store.accounts.list()).map(({ id }) => id)).toEqual(expect.arrayContaining([parent.id, child.id]))
  })

  it('refuses an account under a parent that does not exist', async () => {
    const { store } = trial()
    const before = await store.accounts.list()
    await expect(store.accounts.create({ name: 'Child', role: 'retailer', parentId: 'nobody' })).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
    expect(await store.accounts.list()).toHaveLength(before.length)
  })

  it('approves KYC and changes the status of accounts that exist', async () => {
    const { store } = trial()
    const { id } = await store.accounts.create({ name: 'Acme', role: 'developer' })
    expect(await store.accounts.approveKyc(id)).toMatchObject({ id, kyc: 'approved' })
    expect(await store.accounts.setStatus(id, 'suspended')).toMatchObject({ id, status: 'suspended' })
    expect(await store.accounts.get(id)).toMatchObject({ kyc: 'approved', status: 'suspended' })
    await expect(store.accounts.approveKyc('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    await expect(store.accounts.setStatus('nobody', 'active')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
}
