import { randomBytes } from 'node:crypto'
import type { KeyProvider } from '@parakh/core'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { beforeEach, expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createVault } from './create-vault.ts'
import { dataKeyUses } from './data-key-uses.ts'
import { DataKeyWrapping } from './data-key-wrapping.ts'
import { localKeyProvider } from './local-key-provider.ts'

interface Key {
  readonly id: string
  readonly value: string
}
const masterKey = (id: string): Key => ({ id, value: randomBytes(32).toString('base64') })
const [older, newer] = [masterKey('2025'), masterKey('2026')]
const ACCOUNTS = 450
const placeOf = (accountId: string) => ({ table: 'job', accountId, row: '1' }) as const
const accountOf = (nth: number): string => `account-${`${nth}`.padStart(4, '0')}`

eachEngine('data keys', (database) => {
  const logger = collectingLogger()
  const clock = manualClock()
  const over = (...providers: KeyProvider[]) => {
    const wrapping = new DataKeyWrapping({ providers, logger, deadlineMs: 200 })
    const parts = { database: database(), wrapping }
    return { vault: createVault({ ...parts, clock, logger }), uses: dataKeyUses(parts) }
  }
  const under = (...keys: Key[]) => over(localKeyProvider(keys))
  const rows = () => database().knex(database().table('data_key'))
  const counts = async (...keys: Key[]) =>
    Object.fromEntries((await under(...keys).uses.masterKeys()).map(({ keyId, dataKeys }) => [keyId, dataKeys]))
  let sealed: Map<string, Buffer>

  /** Data keys of many accounts under the older master key, each with a text. */
  async function fill(accounts = ACCOUNTS): Promise<void> {
    const wrapping = new DataKeyWrapping({ providers: [localKeyProvider([older])], logger })
    const names = Array.from({ length: accounts }, (_, nth) => accountOf(nth))
    const keys = names.map(async (accountId) => {
      const { keyId, bytes } = await wrapping.wrap(accountId, randomBytes(32))
      return { account_id: accountId, master_key_id: keyId, wrapped: bytes, created_at: 0 }
    })
    await database().knex.batchInsert(database().table('data_key'), await Promise.all(keys), 100)
    const sealer = await under(older).vault.sealer(names)
    for (const accountId of names) sealed.set(accountId, sealer.seal(placeOf(accountId), accountId))
  }
  async function expectReadable(...keys: Key[]): Promise<void> {
    const sealer = await under(...keys).vault.sealer([...sealed.keys()])
    for (const [accountId, bytes] of sealed) expect(`${sealer.open(placeOf(accountId), bytes)}`).toBe(accountId)
  }

  beforeEach(async () => {
    await rows().delete()
    sealed = new Map()
  })

  it('are moved to the current master key, and what they encrypt stays readable without the older one', async () => {
    await fill()
    const told: number[] = []
    const { uses } = under(newer, older)
    expect(await uses.rewrap((rewrapped) => told.push(rewrapped))).toEqual({
      keyId: '2026',
      rewrapped: ACCOUNTS,
      left: 0,
    })
    expect(told).toEqual([200, 400, 450])
    expect(await uses.masterKeys()).toEqual([{ keyId: '2026', dataKeys: ACCOUNTS, isCurrent: true, state: 'there' }])
    await expectReadable(newer)
    const before = await rows().orderBy('account_id')
    expect(await uses.rewrap()).toEqual({ keyId: '2026', rewrapped: 0, left: 0 })
    expect(await rows().orderBy('account_id')).toEqual(before)
  })

  it('are all there when a rewrap ends in the middle, and another run moves the rest', async () => {
    await fill()
    const ending = under(newer, older).uses.rewrap(() => {
      throw new Error('killed')
    })
    await expect(ending).rejects.toThrow('killed')
    expect(await counts(newer, older)).toEqual({ '2025': 250, '2026': 200 })
    await expectReadable(newer, older)
    expect(await under(newer, older).uses.rewrap()).toMatchObject({ rewrapped: 250, left: 0 })
    await expectReadable(newer)
  })

  it('are moved once by two rewraps at once, while calls write new ones', async () => {
    await fill()
    const [old, current] = [under(older), under(newer, older)]
    const write = async (vault: typeof old.vault, name: string): Promise<void> => {
      for (let nth = 0; nth < 20; nth += 1) {
        const accountId = `${name}-${nth}`
        sealed.set(accountId, await vault.seal(placeOf(accountId), accountId))
      }
    }
    const [one, other] = await Promise.all([
      current.uses.rewrap(),
      under(newer, older).uses.rewrap(),
      // Servers that have the newer key first, and one that has it second still.
      write(current.vault, 'z'),
      write(under(older, newer).vault, 'a'),
    ])
    expect(one.rewrapped + other.rewrapped).toBeGreaterThanOrEqual(ACCOUNTS)
    const last = await current.uses.rewrap()
    expect(last.left).toBe(0)
    expect(one.rewrapped + other.rewrapped + last.rewrapped).toBe(ACCOUNTS + 20)
    await expectReadable(newer)
  })

  it('name the master keys that are missing, how many they are, and no value', async () => {
    await fill(3)
    for (const keys of [[newer], [newer, { id: older.id, value: masterKey('x').value }]]) {
      const refused = under(...keys).uses.requireMasterKeys()
      await expect(refused).rejects.toMatchObject({ code: 'MASTER_KEY_MISSING' })
      await expect(refused).rejects.toThrow(/^3 data keys .*: 2025\. Allowed: .*secrets rewrap/)
      for (const { value } of [older, ...keys])
        await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(value) })
    }
    await under(newer, older).uses.requireMasterKeys()
  })

  it('are not said to be moved where another key stands under the id of the current one', async () => {
    await fill(3)
    const mistaken = { id: older.id, value: newer.value }
    await expect(under(mistaken).uses.rewrap()).rejects.toMatchObject({ code: 'MASTER_KEY_MISSING' })
  })

  it('are missing where new ones were wrapped by another key under the same id', async () => {
    await fill(10)
    const mistaken = { id: older.id, value: newer.value }
    const { vault } = under(mistaken)
    for (let nth = 0; nth < 3; nth += 1) await vault.seal(placeOf(`z-${nth}`), 'x')
    for (const key of [older, mistaken])
      await expect(under(key).uses.requireMasterKeys()).rejects.toMatchObject({ code: 'MASTER_KEY_MISSING' })
  })

  it('are there although a row is damaged, which a rewrap leaves as it is and counts', async () => {
    await fill(10)
    const [damaged = ''] = sealed.keys()
    await rows()
      .where({ account_id: damaged })
      .update({ wrapped: randomBytes(61) })
    const { uses } = under(newer, older)
    await uses.requireMasterKeys()
    expect(await uses.rewrap()).toEqual({ keyId: '2026', rewrapped: 9, left: 1 })
    sealed.delete(damaged)
    await expectReadable(newer)
  })

  it('stay where a provider wraps what it cannot unwrap', async () => {
    await fill(3)
    const provider = localKeyProvider([newer])
    const broken: KeyProvider = {
      ...provider,
      wrap: async (dataKey, binding) => ({ ...(await provider.wrap(dataKey, binding)), bytes: randomBytes(61) }),
    }
    const refused = over(broken, localKeyProvider([older])).uses.rewrap()
    await expect(refused).rejects.toMatchObject({ code: 'MASTER_KEY_UNKNOWN' })
    await expectReadable(older)
  })

  it('are away, and not missing, where their provider cannot be asked or never answers', async () => {
    await fill(3)
    const never = (): Promise<never> => new Promise(() => undefined)
    const throws = async (): Promise<never> => {
      throw new Error('the text of a secret')
    }
    for (const ask of [never, throws]) {
      const { uses, vault } = over(localKeyProvider([newer]), { wrap: ask, unwrap: ask })
      expect(await uses.masterKeys()).toContainEqual({ keyId: '2025', dataKeys: 3, isCurrent: false, state: 'away' })
      await expect(uses.requireMasterKeys()).rejects.toMatchObject({ code: 'MASTER_KEY_UNAVAILABLE' })
      const [accountId = ''] = sealed.keys()
      await expect(vault.seal(placeOf(accountId), 'x')).rejects.toMatchObject({ code: 'MASTER_KEY_UNAVAILABLE' })
    }
    expect(logger.text()).not.toContain('the text of a secret')
    expect(logger.of('store.key_provider_away')[0]?.facts).toMatchObject({ reason: 'TimeoutError' })
    // One that has the key is asked all the same.
    const { vault } = over({ wrap: throws, unwrap: throws }, localKeyProvider([older]))
    const [[accountId, bytes] = ['', Buffer.of()]] = sealed
    expect(`${await vault.open(placeOf(accountId), bytes)}`).toBe(accountId)
  })
})
