import { type AuditQuery, inr, micro } from '@parakh/core'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

const DAY_SECONDS = 86_400

/** The audit log: what is written by every change, and how it is read. */
export function auditLogTests(trial: () => StoreTrial): void {
  const list = async (query: Partial<AuditQuery>) =>
    (await trial().store.audit.list({ accountIds: null, cursor: null, limit: 100, ...query })).items
  const actionsOf = async (query: Partial<AuditQuery>) =>
    (await list(query)).map(({ actor, action }) => `${actor} ${action}`).reverse()
  const open = (actor = 'Asha') => trial().store.accounts.create({ name: 'Acme', role: 'developer', actor })

  it('records every change of an account, with actor and the values before and after', async () => {
    const { accounts } = trial().store
    const { id } = await open()
    const parent = await open('Ravi')
    await accounts.rename(id, 'Acme Verify', 'Asha')
    await accounts.move(id, parent.id, 'Asha')
    await accounts.revokeApis(id, ['a'], 'Ravi')
    await accounts.grantApis(id, 'all', 'Ravi')
    await accounts.setStatus(id, 'suspended', { actor: 'Ravi', reason: 'Letter 88/2026' })
    await accounts.setStatus(id, 'active', 'Asha')
    await accounts.submitKyc(id, [{ kind: 'pan-card', reference: 'vault/1' }], 'Asha')
    await accounts.rejectKyc(id, 'unreadable', 'Ravi')
    await accounts.submitKyc(id, [{ kind: 'pan-card', reference: 'vault/2' }], 'Asha')
    await accounts.approveKyc(id, 'Ravi')
    await accounts.setStatus(id, 'closed')
    expect(await actionsOf({ subject: `account/${id}` })).toEqual([
      ...['Asha account.create', 'Asha account.rename', 'Asha account.move', 'Ravi account.apis.revoke'],
      ...['Ravi account.apis.grant', 'Ravi account.suspend', 'Asha account.resume', 'Asha kyc.submit'],
      ...['Ravi kyc.reject', 'Asha kyc.submit', 'Ravi kyc.approve', 'system account.close'],
    ])
    const [move] = await list({ subject: `account/${id}`, action: 'account.move' })
    expect(move).toMatchObject({ accountId: id, before: { parent_id: null }, after: { parent_id: parent.id } })
    const [reject] = await list({ subject: `account/${id}`, action: 'kyc.reject' })
    expect(reject).toMatchObject({ before: { kyc: 'submitted' }, after: { kyc: 'rejected' } })
    expect(reject?.at).toEqual(trial().clock.now())
    const [suspend] = await list({ subject: `account/${id}`, action: 'account.suspend' })
    expect(suspend).toMatchObject({ before: { status: 'active' }, after: { reason: 'Letter 88/2026' } })
    const [resume] = await list({ subject: `account/${id}`, action: 'account.resume' })
    expect(resume?.after).not.toHaveProperty('reason')
    await expect(accounts.setStatus(id, 'active', { actor: 'Ravi', reason: 'two\nlines' })).rejects.toMatchObject({
      code: 'INVALID_REASON',
    })
  })

  it('writes nothing of what changed nothing or was refused', async () => {
    const { accounts } = trial().store
    const { id, name } = await open()
    await accounts.rename(id, name, 'Ravi')
    await accounts.setStatus(id, 'active', 'Ravi')
    await accounts.grantApis(id, ['a'], 'Ravi')
    await accounts.move(id, null, 'Ravi')
    await expect(accounts.rename(id, '', 'Ravi')).rejects.toThrow()
    await expect(accounts.move(id, id, 'Ravi')).rejects.toThrow()
    expect(await actionsOf({ accountIds: [id] })).toEqual(['Asha account.create'])
  })

  it('records every change of a key, and never its secret', async () => {
    const { store } = trial()
    const { id } = await open()
    await store.accounts.approveKyc(id, 'Asha')
    const { key, apiSecret } = await store.keys.create({ accountId: id, environment: 'sandbox', actor: 'Asha' })
    const rotated = await store.keys.rotate(key.id, DAY_SECONDS, 'Ravi')
    await store.keys.restrict(key.id, { endpoints: ['verify-pan'] }, 'Ravi')
    await store.keys.flagExposed(rotated.apiSecret)
    await store.keys.flagExposed(rotated.apiSecret)
    const promoted = await store.keys.promote(key.id, 'Asha')
    await store.keys.revoke(key.id, 'Ravi')
    await store.keys.revoke(key.id, 'Ravi')
    expect(await actionsOf({ subject: `key/${key.id}` })).toEqual([
      ...['Asha key.create', 'Ravi key.rotate', 'Ravi key.restrict', 'system:call key.expose', 'Ravi key.revoke'],
    ])
    expect(await actionsOf({ subject: `key/${promoted.key.id}` })).toEqual(['Asha key.promote'])
    const [restricted] = await list({ subject: `key/${key.id}`, action: 'key.restrict' })
    expect(restricted).toMatchObject({ before: { endpoints: null }, after: { endpoints: ['verify-pan'] } })
    const told = JSON.stringify(await list({ accountIds: [id] }))
    for (const secret of [apiSecret, rotated.apiSecret, promoted.apiSecret]) expect(told).not.toContain(secret)
  })

  it('records the keys that end with their account', async () => {
    const { store } = trial()
    const { id } = await open()
    const { key } = await store.keys.create({ accountId: id, environment: 'sandbox' })
    await store.accounts.setStatus(id, 'closed', 'Ravi')
    expect(await actionsOf({ subject: `key/${key.id}` })).toEqual(['system key.create', 'Ravi key.revoke'])
  })

  it('records credits and adjustments, each once', async () => {
    const { store } = trial()
    const { id: accountId } = await open()
    const wallet = { accountId, environment: 'production' } as const
    const credit = { ...wallet, amount: inr('10'), reference: 'utr-1', actor: 'Asha' }
    await store.wallet.credit(credit)
    await store.wallet.credit(credit)
    const adjust = { ...wallet, amount: micro(-inr('4')), reference: 'fix-1', reason: 'paid twice', actor: 'Ravi' }
    await store.wallet.adjust(adjust)
    await store.wallet.adjust(adjust)
    const subject = `wallet/${accountId}/production`
    expect(await actionsOf({ subject })).toEqual(['Asha wallet.credit', 'Ravi wallet.adjust'])
    expect(await list({ subject, action: 'wallet.adjust' })).toMatchObject([
      {
        ...{ accountId, before: { balance_less_owed: '10.00' } },
        after: { balance_less_owed: '6.00', amount: '-4.00', reference: 'fix-1', reason: 'paid twice' },
      },
    ])
  })

  it('lists the newest first, by account, actor and action, page by page', async () => {
    const { audit } = trial().store
    const [mine, other] = [await open('Mira'), await open('Mira')]
    const entry = { subject: 'price/verify-pan', before: null, after: { price: '5.50' }, action: 'price.set' }
    for (const actor of ['one', 'two', 'three']) await audit.append({ ...entry, actor, accountId: mine.id })
    await audit.append({ ...entry, actor: 'one', accountId: null })
    const of = { accountIds: [mine.id], cursor: null, limit: 3 } as const
    const first = await audit.list(of)
    expect(first.items.map(({ actor }) => actor)).toEqual(['three', 'two', 'one'])
    const second = await audit.list({ ...of, cursor: first.next })
    expect(second.items.map(({ action }) => action)).toEqual(['account.create'])
    expect(second.next).toBeNull()
    expect(await list({ accountIds: [mine.id, other.id], actor: 'Mira' })).toHaveLength(2)
    expect(await list({ accountIds: [mine.id], action: 'price.set', actor: 'two' })).toHaveLength(1)
    expect(await list({ accountIds: [] })).toEqual([])
    const [written] = await list({ accountIds: null, action: 'price.set', limit: 1 })
    expect(written).toMatchObject({ ...entry, actor: 'one', accountId: null, at: trial().clock.now() })
  })

  it('lists the entries of very many accounts at once', async () => {
    const { id } = await open()
    const accountIds = [...Array.from({ length: 70_000 }, (_, place) => `nobody-${place}`), id]
    expect(await list({ accountIds })).toHaveLength(1)
  })
}
