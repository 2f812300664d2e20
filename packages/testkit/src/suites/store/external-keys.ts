import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

/** Keys of callers whom auth schemes prove: one for each subject, without a secret. */
export function externalKeyTests(trial: () => StoreTrial): void {
  const somebody = async () => {
    const { store, ids } = trial()
    const account = await store.accounts.create({ name: 'Acme', role: 'developer' })
    const identity = { accountId: account.id, environment: 'sandbox', scheme: 'partners', subject: ids.next() } as const
    return { account, identity }
  }

  it('are made at first sight, without a secret, and once however many ask', async () => {
    const { store } = trial()
    const { account, identity } = await somebody()
    expect(await store.keys.findExternal(identity)).toBeNull()
    const asked = Array.from({ length: 8 }, () => store.keys.provideExternal({ ...identity, version: 2 }))
    const [first, ...others] = await Promise.all(asked)
    for (const other of others) expect(other).toEqual(first)
    const external = { scheme: 'partners', subject: identity.subject, version: 2 }
    expect(first).toMatchObject({ account, key: { external, status: 'active', secretVersion: 0 } })
    expect(await store.keys.findExternal(identity)).toEqual(first)
    expect((await store.keys.list(account.id)).map((key) => key.external)).toEqual([external])
    const { items } = await store.audit.list({ accountIds: [account.id], action: 'key.create', cursor: null, limit: 5 })
    expect(items).toMatchObject([{ actor: 'system:auth', subject: `key/${first?.key.id}` }])
  })

  it('are others for another account, scheme, subject or environment', async () => {
    const { store } = trial()
    const { account, identity } = await somebody()
    await store.accounts.approveKyc(account.id)
    const other = await somebody()
    const asked = [
      identity,
      { ...identity, accountId: other.account.id },
      { ...identity, scheme: 'app' },
      { ...identity, subject: 'other' },
      { ...identity, environment: 'production' },
    ] as const
    const found = await Promise.all(asked.map((one) => store.keys.provideExternal({ ...one, version: 1 })))
    expect(new Set(found.map(({ key }) => key.id)).size).toBe(5)
  })

  it('have the highest version that was proven, and change with it', async () => {
    const { store } = trial()
    const { identity } = await somebody()
    const first = await store.keys.provideExternal({ ...identity, version: 3 })
    const raised = await store.keys.provideExternal({ ...identity, version: 7 })
    expect(raised.key).toMatchObject({ id: first.key.id, external: { version: 7 } })
    expect(raised.key.version).toBeGreaterThan(first.key.version)
    expect(await store.keys.provideExternal({ ...identity, version: 5 })).toEqual(raised)
  })

  it('stay revoked, whatever is proven', async () => {
    const { store } = trial()
    const { identity } = await somebody()
    const { key } = await store.keys.provideExternal({ ...identity, version: 1 })
    const revoked = await store.keys.revoke(key.id)
    expect((await store.keys.provideExternal({ ...identity, version: 9 })).key).toEqual(revoked)
  })

  it('have no secret to rotate, promote or prove them by', async () => {
    const { store } = trial()
    const { identity } = await somebody()
    const { key } = await store.keys.provideExternal({ ...identity, version: 1 })
    await expect(store.keys.rotate(key.id, 0)).rejects.toMatchObject({ code: 'KEY_EXTERNAL' })
    await expect(store.keys.promote(key.id)).rejects.toMatchObject({ code: 'KEY_EXTERNAL' })
    expect(await store.keys.findByPublicId(key.publicId)).toBeNull()
    expect(await store.keys.secretVersion(key, '')).toBeNull()
    expect((await store.keys.restrict(key.id, { endpoints: ['a'] })).endpoints).toEqual(['a'])
  })

  it('are not made for a closed account, one that is not there, or production before KYC', async () => {
    const { store } = trial()
    const { account, identity } = await somebody()
    const provide = (changes: object) => store.keys.provideExternal({ ...identity, version: 1, ...changes })
    await expect(provide({ accountId: 'nobody' })).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    await expect(provide({ environment: 'production' })).rejects.toMatchObject({ code: 'KYC_REQUIRED' })
    await store.accounts.setStatus(account.id, 'closed')
    await expect(provide({})).rejects.toMatchObject({ code: 'ACCOUNT_CLOSED' })
  })

  it('have a subject that can be printed, and is no identity number', async () => {
    const { store } = trial()
    const { identity } = await somebody()
    for (const changes of [
      { subject: '' },
      { subject: 'é' },
      { subject: 'a'.repeat(129) },
      { version: -1 },
      { version: 0.5 },
    ])
      await expect(store.keys.provideExternal({ ...identity, version: 1, ...changes })).rejects.toMatchObject({
        code: 'SUBJECT_INVALID',
      })
    await expect(store.keys.provideExternal({ ...identity, subject: 'AAAPA1234A', version: 1 })).rejects.toMatchObject({
      code: 'IDENTITY_NUMBER_NOT_ALLOWED',
    })
  })
}
