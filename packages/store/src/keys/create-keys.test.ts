import { type Account, type Environment, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createAccounts } from '../accounts/create-accounts.ts'
import { createKeyedHashes } from '../secrets/keyed-hash.ts'
import { createKeys } from './create-keys.ts'

const old = { id: '2025', value: 'the older pepper' }
const current = { id: '2026', value: 'the newer pepper' }
const DAY_SECONDS = 86_400

eachEngine('keys', (database) => {
  const clock = manualClock()
  const ids = sequentialIds()
  const keysOf = (...peppers: { id: string; value: string }[]) =>
    createKeys({ database: database(), clock, ids, hashes: createKeyedHashes(peppers) })
  const keys = () => keysOf(current, old)
  const accounts = () => createAccounts({ database: database(), decide, clock, ids, sandboxCredit: zero })
  const newAccount = (): Promise<Account> => accounts().create({ name: 'Acme', role: 'developer' })
  const newKey = async (from = keys()) => {
    const account = await newAccount()
    return { account, ...(await from.create({ accountId: account.id, environment: 'sandbox', label: 'first' })) }
  }
  const rowOf = (id: string) => database().knex(database().table('api_key')).where({ id }).first()
  const eventsOf = async (accountId: string, environment: Environment) => {
    const rows = await database()
      .knex(database().table('outbox'))
      .where({ account_id: accountId, environment })
      .orderBy('sequence')
    return rows.map(({ type, sequence, data }) => ({ type, sequence, data: JSON.parse(data) }))
  }

  it('issues a key whose secret is nowhere in the database', async () => {
    const { key, apiSecret, account } = await newKey()
    expect(key).toMatchObject({ version: 1, status: 'active', label: 'first', exposedAt: null, revokedAt: null })
    expect(await keys().findByPublicId(key.publicId)).toEqual({ key, account })
    expect(await keys().get(key.id)).toEqual({ key, account })
    expect(JSON.stringify(await rowOf(key.id))).not.toContain(apiSecret.slice(8))
    expect(await rowOf(key.id)).toMatchObject({
      pepper_id: '2026',
      secret_hash: createKeyedHashes([current]).make(apiSecret).hash,
    })
    const [windows] = await database().knex(database().table('key_window')).where({ key_id: key.id })
    expect(JSON.parse(windows.windows)).toEqual([0, {}])
  })

  it('issues no more to an account than it may have, also where two are asked for at once', async () => {
    const { id: accountId } = await newAccount()
    await accounts().approveKyc(accountId)
    const limited = createKeys({
      ...{ database: database(), clock, ids, hashes: createKeyedHashes([current]), keysPerAccount: 3 },
    })
    const create = (environment: Environment, expiresAt: Date | null = null) =>
      limited.create({ accountId, environment, expiresAt })
    const [first] = [await create('sandbox'), await create('production', new Date(clock.now().getTime() + 1_000))]
    const atOnce = await Promise.allSettled([create('sandbox'), limited.promote(first.key.id)])
    const refused = atOnce.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject([{ code: 'KEYS_TOO_MANY' }])
    clock.advance(1_000)
    await create('sandbox')
    await expect(create('sandbox')).rejects.toMatchObject({
      code: 'KEYS_TOO_MANY',
      message: expect.stringContaining('3'),
    })
    await limited.revoke(first.key.id)
    await create('production')
    expect((await newKey(limited)).account.id).not.toBe(accountId)
  })

  it('keeps the restrictions of a key', async () => {
    const { id: accountId } = await newAccount()
    const given = {
      endpoints: ['verify-pan'],
      ipRanges: ['10.0.0.0/8'],
      expiresAt: new Date(clock.now().getTime() + 5),
    }
    const { key } = await keys().create({ accountId, environment: 'sandbox', ...given })
    expect((await keys().get(key.id))?.key).toMatchObject(given)
    expect(await keys().list(accountId)).toEqual([key])
  })

  it('answers a wrong checksum without reading', async () => {
    const { key, apiSecret } = await newKey()
    const typo = key.publicId.slice(0, -1) + (key.publicId.endsWith('a') ? 'b' : 'a')
    const queries: string[] = []
    const count = ({ sql }: { sql: string }) => queries.push(sql)
    database().knex.on('query', count)
    expect(await keys().findByPublicId(typo)).toBeNull()
    expect(await keys().findByPublicId(apiSecret)).toBeNull()
    await keys().flagExposed('sk_test_nonsense')
    expect(await keys().secretVersion(key, typo)).toBeNull()
    database().knex.off('query', count)
    expect(queries).toEqual([])
  })

  it('tells the right secret from any other, with the key as issued, as found and as copied', async () => {
    const [mine, other] = [await newKey(), await newKey()]
    const { key } = (await keys().findByPublicId(mine.key.publicId)) ?? mine
    for (const known of [mine.key, key, { ...key }]) {
      expect(await keys().secretVersion(known, mine.apiSecret)).toBe(1)
      expect(await keys().secretVersion(known, other.apiSecret)).toBeNull()
    }
    expect(await keys().secretVersion({ ...key, id: 'nobody' }, mine.apiSecret)).toBeNull()
  })

  it('recognises secrets of an older pepper, and none of one that is gone', async () => {
    const { key, apiSecret } = await newKey(keysOf(old))
    expect(await keysOf(current).secretVersion(key, apiSecret)).toBeNull()
    expect(await keys().secretVersion(key, apiSecret)).toBe(1)
    expect(await keysOf({ ...old, value: 'another' }).secretVersion(key, apiSecret)).toBeNull()
  })

  it('asks for another proof of a key only while an older pepper made a hash that is still accepted', async () => {
    const { key, apiSecret } = await newKey(keysOf(old))
    const asked = async () => (await keys().findByPublicId(key.publicId))?.provesAgain
    expect((await keysOf(old).findByPublicId(key.publicId))?.provesAgain).toBeUndefined()
    expect(await asked()).toBe(true)
    await keys().secretVersion(key, apiSecret)
    expect(await asked()).toBeUndefined()
    await keysOf(old).secretVersion(key, apiSecret)
    expect(await asked()).toBeUndefined()
    await keysOf(old, current).secretVersion(key, apiSecret)
    await keys().rotate(key.id, 600)
    expect(await asked()).toBe(true)
    clock.advance(600_001)
    expect(await asked()).toBeUndefined()
  })

  it('moves a secret to the current pepper when it is used, and its predecessor within the overlap', async () => {
    const { key, apiSecret: first } = await newKey(keysOf(old))
    const { key: rotated, apiSecret: second } = await keysOf(old).rotate(key.id, 600)
    expect(await keysOf(current).secretVersion(rotated, first)).toBeNull()
    expect(await keys().secretVersion(rotated, first)).toBe(1)
    expect(await keys().secretVersion(rotated, second)).toBe(2)
    expect(await keysOf(current).secretVersion(rotated, first)).toBe(1)
    expect(await keysOf(current).secretVersion(rotated, second)).toBe(2)
  })

  it('refuses keys for nobody, and production keys before KYC', async () => {
    const { account, key } = await newKey()
    await expect(keys().create({ accountId: 'nobody', environment: 'sandbox' })).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
    const production = { accountId: account.id, environment: 'production' } as const
    await expect(keys().create(production)).rejects.toMatchObject({ code: 'KYC_REQUIRED' })
    await expect(keys().promote(key.id)).rejects.toMatchObject({ code: 'KYC_REQUIRED' })
    expect(await keys().list(account.id)).toEqual([key])
    expect(await eventsOf(account.id, 'production')).toEqual([])
  })

  it('keeps the old secret for the overlap, to the second, and only the one before', async () => {
    const { key, apiSecret: first } = await newKey()
    const { apiSecret: second } = await keys().rotate(key.id, DAY_SECONDS)
    const { key: rotated, apiSecret: third } = await keys().rotate(key.id, DAY_SECONDS)
    expect(rotated).toMatchObject({ id: key.id, publicId: key.publicId, version: 3 })
    expect(await Promise.all([first, second, third].map((text) => keys().secretVersion(rotated, text)))).toEqual([
      null,
      2,
      3,
    ])
    clock.advance(DAY_SECONDS * 1000 - 1)
    expect(await keys().secretVersion(rotated, second)).toBe(2)
    clock.advance(1)
    expect(await keys().secretVersion(rotated, second)).toBeNull()
    expect(await keys().secretVersion(rotated, third)).toBe(3)
  })

  it('ends the old secret at once where the overlap is zero', async () => {
    const { key, apiSecret } = await newKey()
    const rotated = await keys().rotate(key.id, 0)
    expect(await keys().secretVersion(rotated.key, apiSecret)).toBeNull()
    expect(await keys().secretVersion(rotated.key, rotated.apiSecret)).toBe(2)
  })

  it.each([-1, 604_801, 0.5, Number.NaN])('refuses an overlap of %s seconds', async (seconds) => {
    const { key } = await newKey()
    await expect(keys().rotate(key.id, seconds)).rejects.toMatchObject({ code: 'KEY_OVERLAP_INVALID' })
    expect((await keys().get(key.id))?.key.version).toBe(1)
  })

  it('revokes for good, and a second time changes nothing', async () => {
    const { key, account } = await newKey()
    const revoked = await keys().revoke(key.id)
    expect(revoked).toMatchObject({ status: 'revoked', revokedAt: clock.now(), version: 2 })
    clock.advance(1000)
    expect(await keys().revoke(key.id)).toEqual(revoked)
    await expect(keys().rotate(key.id, 0)).rejects.toMatchObject({ code: 'KEY_REVOKED' })
    await expect(keys().promote(key.id)).rejects.toMatchObject({ code: 'KEY_REVOKED' })
    expect((await eventsOf(account.id, 'sandbox')).map(({ type }) => type)).toEqual(['key.created', 'key.revoked'])
  })

  it('promotes to a new production key with the same restrictions; the sandbox key stays', async () => {
    const account = await newAccount()
    await accounts().approveKyc(account.id)
    const given = { label: 'shop', endpoints: ['verify-pan'], ipRanges: ['10.0.0.0/8'] }
    const { key } = await keys().create({ accountId: account.id, environment: 'sandbox', ...given })
    const promoted = await keys().promote(key.id)
    expect(promoted.key).toMatchObject({ ...given, environment: 'production', version: 1 })
    expect(promoted.apiSecret).toMatch(/^sk_live_/)
    expect((await keys().get(key.id))?.key).toEqual(key)
    await expect(keys().promote(promoted.key.id)).rejects.toMatchObject({ code: 'KEY_NOT_SANDBOX' })
    expect(await eventsOf(account.id, 'production')).toEqual([
      { type: 'key.promoted', sequence: 1, data: { key_id: promoted.key.id, label: 'shop', issued_by: null } },
    ])
  })

  it('tells of every change in the sequence of the wallet, and never a secret', async () => {
    const { key, account, apiSecret } = await newKey()
    const rotated = await keys().rotate(key.id, 60)
    await keys().revoke(key.id)
    const events = await eventsOf(account.id, 'sandbox')
    const data = { key_id: key.id, label: 'first' }
    expect(events).toEqual([
      { type: 'key.created', sequence: 1, data: { ...data, issued_by: null } },
      { type: 'key.rotated', sequence: 2, data: { ...data, issued_by: null } },
      { type: 'key.revoked', sequence: 3, data },
    ])
    const text = JSON.stringify(events)
    for (const secret of [apiSecret, rotated.apiSecret]) expect(text).not.toContain(secret)
  })

  it('notes a key that was seen in a URL: by its id, its secret, the secret before, under any pepper', async () => {
    const flagged = async (id: string) => (await keys().get(id))?.key
    const [byId, bySecret, byPrevious, untouched] = [
      await newKey(),
      await newKey(keysOf(old)),
      await newKey(),
      await newKey(),
    ]
    await keys().rotate(byPrevious.key.id, 60)
    for (const text of [byId.key.publicId, bySecret.apiSecret, byPrevious.apiSecret]) await keys().flagExposed(text)
    for (const [{ key }, version] of [
      [byId, 2],
      [bySecret, 2],
      [byPrevious, 3],
    ] as const)
      expect(await flagged(key.id)).toMatchObject({ exposedAt: clock.now(), version, status: 'active' })
    expect(await flagged(untouched.key.id)).toEqual(untouched.key)
    clock.advance(1000)
    await keys().flagExposed(byId.key.publicId)
    expect((await flagged(byId.key.id))?.version).toBe(2)
    for (const { account, key } of [byId, bySecret, byPrevious]) {
      const told = (await eventsOf(account.id, 'sandbox')).filter(({ type }) => type === 'key.exposed')
      expect(told).toMatchObject([{ data: { key_id: key.id, label: 'first' } }])
    }
    const others = (await eventsOf(untouched.account.id, 'sandbox')).map(({ type }) => type)
    expect(others).toEqual(['key.created'])
  })

  it('names a key that does not exist', async () => {
    const changes = [() => keys().rotate('nobody', 0), () => keys().revoke('nobody'), () => keys().promote('nobody')]
    for (const change of changes) await expect(change()).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
    expect(await keys().get('nobody')).toBeNull()
  })

  it('loses no change when many meet at one key', async () => {
    const { key, account } = await newKey()
    const rotated = await Promise.all(Array.from({ length: 6 }, () => keys().rotate(key.id, 60)))
    expect(rotated.map((one) => one.key.version).sort()).toEqual([2, 3, 4, 5, 6, 7])
    const last = rotated.find((one) => one.key.version === 7)
    expect(last && (await keys().secretVersion({ ...key }, last.apiSecret))).toBe(7)
    expect(await eventsOf(account.id, 'sandbox')).toHaveLength(7)
  })
})
