import { createSecretKey, randomBytes } from 'node:crypto'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { decrypt, encrypt } from './cipher.ts'
import { createVault } from './create-vault.ts'
import { DataKeyWrapping } from './data-key-wrapping.ts'
import { localKeyProvider } from './local-key-provider.ts'
import { Nonces } from './nonces.ts'
import { RecentKeys } from './recent-keys.ts'
import type { Place } from './sealed-row.ts'

const masterKey = (id: string) => ({ id, value: randomBytes(32).toString('base64') })
const first = masterKey('2025')
const second = masterKey('2026')
const clock = manualClock()
const logger = collectingLogger()
const at = (accountId: string, more: Partial<Place> = {}): Place => ({ table: 'job', accountId, row: '1', ...more })

eachEngine('vault', (database) => {
  const wrappingOf = (...masterKeys: { id: string; value: string }[]) =>
    new DataKeyWrapping({ providers: [localKeyProvider(masterKeys)], logger })
  const vaultOf = (...masterKeys: { id: string; value: string }[]) =>
    createVault({ database: database(), clock, wrapping: wrappingOf(...masterKeys), logger })

  it('opens what it sealed, and so does another process', async () => {
    const sealed = await vaultOf(first).seal(at('a'), 'पाठ')
    expect(sealed[0]).toBe(1)
    expect(sealed.includes(Buffer.from('पाठ'))).toBe(false)
    expect((await vaultOf(first).open(at('a'), sealed)).toString()).toBe('पाठ')
    const bytes = randomBytes(1000)
    expect(await vaultOf(first).open(at('a'), await vaultOf(first).seal(at('a'), bytes))).toEqual(bytes)
    expect(await vaultOf(first).open(at('a'), await vaultOf(first).seal(at('a'), ''))).toEqual(Buffer.of())
  })

  it('never seals the same twice', async () => {
    const vault = vaultOf(first)
    expect(await vault.seal(at('a'), 'text')).not.toEqual(await vault.seal(at('a'), 'text'))
  })

  it('gives no account what another one sealed', async () => {
    const vault = vaultOf(first)
    const sealed = await vault.seal(at('a'), 'text')
    await expect(vault.open(at('b'), sealed)).rejects.toMatchObject({ code: 'SEALED_DATA_DAMAGED' })
  })

  it('gives no row and no table what another one sealed, and says where in the log', async () => {
    const vault = vaultOf(first)
    const sealed = await vault.seal(at('a'), 'text')
    for (const other of [at('a', { row: '2' }), at('a', { table: 'response' })])
      await expect(vault.open(other, sealed)).rejects.toMatchObject({ code: 'SEALED_DATA_DAMAGED' })
    expect(logger.text()).toContain('store.sealed_data_damaged')
    expect(logger.text()).toContain('"table":"response"')
  })

  it('finds every byte that was changed', async () => {
    const vault = vaultOf(first)
    const sealed = await vault.seal(at('a'), 'text')
    for (const place of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ 1
      await expect(vault.open(at('a'), changed)).rejects.toMatchObject({ code: 'SEALED_DATA_DAMAGED' })
    }
    await expect(vault.open(at('a'), sealed.subarray(0, 20))).rejects.toMatchObject({ code: 'SEALED_DATA_DAMAGED' })
  })

  it('makes one key when processes meet at a new account', async () => {
    const vaults = Array.from({ length: 8 }, () => vaultOf(first))
    const sealed = await Promise.all(vaults.map((vault) => vault.seal(at('met'), 'text')))
    for (const bytes of sealed) expect((await vaultOf(first).open(at('met'), bytes)).toString()).toBe('text')
    expect(await database().knex(database().table('data_key')).where({ account_id: 'met' })).toHaveLength(1)
  })

  it('keeps no data key in the clear', async () => {
    await vaultOf(first).seal(at('wrapped'), 'text')
    const row = await database().knex(database().table('data_key')).where({ account_id: 'wrapped' }).first()
    expect(row).toMatchObject({ master_key_id: '2025' })
    expect(row.wrapped).toHaveLength(1 + 12 + 32 + 16)
  })

  it('wraps new keys under the first master key and unwraps under all', async () => {
    const old = await vaultOf(first).seal(at('before'), 'text')
    const rotated = vaultOf(second, first)
    expect((await rotated.open(at('before'), old)).toString()).toBe('text')
    await rotated.seal(at('after'), 'text')
    const row = await database().knex(database().table('data_key')).where({ account_id: 'after' }).first()
    expect(row).toMatchObject({ master_key_id: '2026' })
  })

  it('names the master key that is missing or wrong, and none of its material', async () => {
    const sealed = await vaultOf(first).seal(at('locked'), 'text')
    for (const keys of [[second], [{ id: first.id, value: second.value }]]) {
      const refused = vaultOf(...keys).open(at('locked'), sealed)
      await expect(refused).rejects.toMatchObject({
        code: 'MASTER_KEY_UNKNOWN',
        message: expect.stringContaining('"2025"'),
      })
      await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(second.value) })
    }
  })

  it('holds the keys of a sealer although the cache is smaller', async () => {
    const vault = createVault({ database: database(), clock, logger, wrapping: wrappingOf(first), keysInMemory: 1 })
    const sealer = await vault.sealer(['x', 'y', 'z'])
    for (const account of ['x', 'y', 'z'])
      expect(sealer.open(at(account), sealer.seal(at(account), account)).toString()).toBe(account)
  })
})

describe('cipher', () => {
  it('refuses another version', () => {
    const key = createSecretKey(randomBytes(32))
    const sealed = encrypt(key, 'text', { context: 'a', nonce: randomBytes(12) })
    expect(decrypt(key, sealed, 'a')?.toString()).toBe('text')
    sealed[0] = 2
    expect(decrypt(key, sealed, 'a')).toBeNull()
  })
})

describe('Nonces', () => {
  it('gives none twice, also past the end of what was drawn at once', () => {
    const nonces = new Nonces()
    const given = Array.from({ length: 2000 }, () => Buffer.from(nonces.next()).toString('hex'))
    expect(new Set(given).size).toBe(given.length)
    expect(given.every((nonce) => nonce.length === 24)).toBe(true)
  })
})

describe('RecentKeys', () => {
  it('drops what was not used for longest', () => {
    const keys = new RecentKeys(2)
    const [a, b, c] = [1, 2, 3].map((byte) => createSecretKey(Buffer.alloc(32, byte)))
    if (!a || !b || !c) throw new Error('three keys')
    keys.set('a', a)
    keys.set('b', b)
    keys.get('a')
    keys.set('c', c)
    expect([keys.get('a'), keys.get('b'), keys.get('c')]).toEqual([a, undefined, c])
  })
})
