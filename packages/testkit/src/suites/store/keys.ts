import { inr } from '@parakh/core'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

const DAY_SECONDS = 86_400

/** Keys: their texts, secrets, rotation, revocation, promotion (decisions.md section 1). */
export function keyTests(trial: () => StoreTrial): void {
  const sandboxKey = async () => {
    const { store } = trial()
    const account = await store.accounts.create({ name: 'Acme', role: 'developer' })
    return { account, ...(await store.keys.create({ accountId: account.id, environment: 'sandbox', label: 'first' })) }
  }

  it('issues a key id and a secret of the published shape, different each time', async () => {
    const [first, second] = [await sandboxKey(), await sandboxKey()]
    expect(first.key.publicId).toMatch(/^pk_test_[0-9A-Za-z]{12,}$/)
    // 22 characters of base62 hold 128 bits; six more are the checksum.
    expect(first.apiSecret).toMatch(/^sk_test_[0-9A-Za-z]{28,}$/)
    expect(second.key.publicId).not.toBe(first.key.publicId)
    expect(second.apiSecret).not.toBe(first.apiSecret)
    expect(first.key).toMatchObject({
      label: 'first',
      status: 'active',
      endpoints: null,
      ipRanges: null,
      expiresAt: null,
    })
  })

  it('finds a key by its public id, and none for a text with a wrong checksum', async () => {
    const { store } = trial()
    const { account, key } = await sandboxKey()
    expect(await store.keys.findByPublicId(key.publicId)).toEqual({ key, account })
    expect(await store.keys.get(key.id)).toEqual({ key, account })
    const last = key.publicId.at(-1) === 'a' ? 'b' : 'a'
    expect(await store.keys.findByPublicId(key.publicId.slice(0, -1) + last)).toBeNull()
    expect(await store.keys.findByPublicId('')).toBeNull()
    expect(await store.keys.get('nobody')).toBeNull()
  })

  it('tells a right secret from a wrong one, and shows none', async () => {
    const { store } = trial()
    const { account, key, apiSecret } = await sandboxKey()
    const other = await sandboxKey()
    expect(await store.keys.secretVersion(key, apiSecret)).toBe(1)
    expect(await store.keys.secretVersion(key, other.apiSecret)).toBeNull()
    expect(await store.keys.secretVersion(key, '')).toBeNull()
    expect(await store.keys.list(account.id)).toEqual([key])
    expect(JSON.stringify(await store.keys.list())).not.toContain(apiSecret)
  })

  it('keeps the restrictions of a key', async () => {
    const { store, clock } = trial()
    const { account } = await sandboxKey()
    const expiresAt = new Date(clock.now().getTime() + 60_000)
    const given = { endpoints: ['verify-pan'], ipRanges: ['10.0.0.0/8'], expiresAt }
    const { key } = await store.keys.create({ accountId: account.id, environment: 'sandbox', ...given })
    expect((await store.keys.get(key.id))?.key).toMatchObject(given)
  })

  it('issues a secret for an account above unless an account decides otherwise, and keeps for which', async () => {
    const { clock } = trial()
    const { accounts, keys } = trial().store
    const above = await accounts.create({ name: 'Acme Resellers', role: 'distributor' })
    const { id: accountId } = await accounts.create({ name: 'Acme', role: 'developer', parentId: above.id })
    await accounts.approveKyc(accountId)
    const { key } = await keys.create({ accountId, environment: 'sandbox' })
    const by = { actor: 'reseller', actingFor: above.id }
    const issuing = [
      () => keys.create({ accountId, environment: 'sandbox', ...by }),
      () => keys.rotate(key.id, 0, by),
      () => keys.promote(key.id, by),
    ]
    expect(await accounts.get(accountId)).toMatchObject({ keysFromAbove: null, peopleFromAbove: null, hasOwner: false })
    const { key: capped } = await keys.create({ accountId, environment: 'sandbox', spendCapPerDay: inr('10'), ...by })
    expect(capped.issuedBy).toBe(above.id)
    await keys.revoke(capped.id)
    await accounts.delegateKeys(accountId, false)
    for (const issue of issuing) await expect(issue()).rejects.toMatchObject({ code: 'KEYS_NOT_DELEGATED' })
    expect(await keys.list(accountId)).toHaveLength(2)
    await keys.restrict(key.id, { spendCapPerDay: inr('10'), endpoints: ['verify-pan'] }, by)
    for (const wider of [{ spendCapPerDay: inr('11') }, { spendCapPerDay: null }, { endpoints: null }])
      await expect(keys.restrict(key.id, wider, by)).rejects.toMatchObject({ code: 'KEYS_NOT_DELEGATED' })
    await keys.restrict(key.id, { spendCapPerDay: null, endpoints: null }, { actor: 'own', actingFor: accountId })
    expect((await accounts.delegateKeys(accountId, true)).keysFromAbove).toBe(true)
    for (const issue of issuing) expect((await issue()).key.issuedBy).toBe(above.id)
    expect((await accounts.delegatePeople(accountId, false)).peopleFromAbove).toBe(false)
    expect((await keys.rotate(key.id, 0, { actor: 'own', actingFor: accountId })).key.issuedBy).toBeNull()
    const toldSince = async (since: Date) =>
      (await keys.page({ within: null, accountId, issuedFromAboveSince: since, cursor: null, limit: 10 })).items
    expect(await toldSince(clock.now())).toHaveLength(3)
    expect(await toldSince(new Date(clock.now().getTime() + 1))).toEqual([])
    await accounts.delegateKeys(accountId, false)
    for (const issue of issuing) await expect(issue()).rejects.toMatchObject({ code: 'KEYS_NOT_DELEGATED' })
  })

  it('refuses an identity number as a label', async () => {
    const { keys } = trial().store
    const { account, key } = await sandboxKey()
    const [accountId, environment] = [account.id, 'sandbox'] as const
    const refused = { code: 'IDENTITY_NUMBER_NOT_ALLOWED' }
    for (const label of ['2341 2341 2346', 'ABCPE1234F']) {
      await expect(keys.create({ accountId, environment, label })).rejects.toMatchObject(refused)
      await expect(keys.restrict(key.id, { label })).rejects.toMatchObject(refused)
    }
    expect((await keys.get(key.id))?.key.label).toBe(key.label)
  })

  it('refuses keys of unknown accounts, and production keys before KYC', async () => {
    const { store } = trial()
    const { account, key } = await sandboxKey()
    const production = { accountId: account.id, environment: 'production' } as const
    await expect(store.keys.create({ accountId: 'nobody', environment: 'sandbox' })).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
    await expect(store.keys.create(production)).rejects.toMatchObject({ code: 'KYC_REQUIRED' })
    await expect(store.keys.promote(key.id)).rejects.toMatchObject({ code: 'KYC_REQUIRED' })
    expect(await store.keys.list(account.id)).toEqual([key])
  })

  it('promotes by issuing a new production key, and keeps the sandbox key', async () => {
    const { store } = trial()
    const { account, key, apiSecret } = await sandboxKey()
    await store.accounts.approveKyc(account.id)
    const promoted = await store.keys.promote(key.id)
    expect(promoted.key).toMatchObject({ accountId: account.id, environment: 'production', status: 'active' })
    expect(promoted.key.publicId).toMatch(/^pk_live_/)
    expect(promoted.apiSecret).toMatch(/^sk_live_/)
    expect(promoted.key.id).not.toBe(key.id)
    expect(await store.keys.secretVersion(key, apiSecret)).toBe(1)
    expect(await store.keys.secretVersion(promoted.key, apiSecret)).toBeNull()
    await expect(store.keys.promote('nobody')).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
  })

  it('keeps the old secret of a rotated key for its overlap and no longer', async () => {
    const { store, clock } = trial()
    const { key, apiSecret } = await sandboxKey()
    const rotated = await store.keys.rotate(key.id, DAY_SECONDS)
    expect(rotated.key).toMatchObject({ id: key.id, publicId: key.publicId })
    expect(rotated.key.version).toBeGreaterThan(key.version)
    expect(rotated.key).toMatchObject({
      secretVersion: 2,
      previousSecretUntil: new Date(clock.now().getTime() + DAY_SECONDS * 1000),
    })
    for (const known of [rotated.key, { ...rotated.key }, (await store.keys.get(key.id))?.key ?? key]) {
      expect(await store.keys.secretVersion(known, rotated.apiSecret)).toBe(2)
      expect(await store.keys.secretVersion(known, apiSecret)).toBe(1)
    }
    clock.advance(DAY_SECONDS * 1000)
    expect(await store.keys.secretVersion(rotated.key, rotated.apiSecret)).toBe(2)
    expect(await store.keys.secretVersion(rotated.key, apiSecret)).toBeNull()
  })

  it('ends the old secret at once with an overlap of zero', async () => {
    const { store } = trial()
    const { key, apiSecret } = await sandboxKey()
    const rotated = await store.keys.rotate(key.id, 0)
    expect(await store.keys.secretVersion(rotated.key, apiSecret)).toBeNull()
    await expect(store.keys.rotate('nobody', 0)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
  })

  it('restricts a key from the next call on, and leaves the rest of it', async () => {
    const { store, clock } = trial()
    const payer = await trial().payer(inr('10'))
    const expiresAt = new Date(clock.now().getTime() + 60_000)
    const given = { label: 'Till', endpoints: ['verify-pan'], ipRanges: ['10.0.0.0/8'], expiresAt }
    const restricted = await store.keys.restrict(payer.key.id, given)
    expect(restricted).toEqual({ ...payer.key, ...given, version: payer.key.version + 1 })
    expect(restricted.secretVersion).toBe(1)
    expect(await trial().admit(payer)).toMatchObject({ kind: 'refused', code: 'KEY_CHANGED' })
    const widened = await store.keys.restrict(payer.key.id, { endpoints: null })
    expect(widened).toMatchObject({ ...given, endpoints: null })
    expect((await store.keys.get(payer.key.id))?.key).toEqual(widened)
    await store.keys.revoke(payer.key.id)
    await expect(store.keys.restrict(payer.key.id, {})).rejects.toMatchObject({ code: 'KEY_REVOKED' })
    await expect(store.keys.restrict('nobody', {})).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
  })

  it('revokes a key permanently', async () => {
    const { store } = trial()
    const { key } = await sandboxKey()
    const revoked = await store.keys.revoke(key.id)
    expect(revoked).toMatchObject({ id: key.id, status: 'revoked' })
    expect(revoked.revokedAt).toBeInstanceOf(Date)
    expect(revoked.version).toBeGreaterThan(key.version)
    expect((await store.keys.findByPublicId(key.publicId))?.key.status).toBe('revoked')
    await expect(store.keys.rotate(key.id, 0)).rejects.toMatchObject({ code: 'KEY_REVOKED' })
    await expect(store.keys.revoke('nobody')).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
  })

  it('notes which key had its secret in a URL', async () => {
    const { store } = trial()
    const [exposed, other] = [await sandboxKey(), await sandboxKey()]
    expect(await store.keys.flagExposed(exposed.apiSecret)).toEqual([exposed.key.id])
    expect((await store.keys.get(exposed.key.id))?.key.exposedAt).toBeInstanceOf(Date)
    expect((await store.keys.get(other.key.id))?.key.exposedAt).toBeNull()
    expect(await store.keys.flagExposed('sk_test_of_nobody')).toEqual([])
  })
}
