import { randomBytes } from 'node:crypto'
import type { RecordScope } from '@parakh/core'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createKeyedHashes } from '../secrets/keyed-hash.ts'
import { createVault } from '../vault/create-vault.ts'
import { DataKeyWrapping } from '../vault/data-key-wrapping.ts'
import { localKeyProvider } from '../vault/local-key-provider.ts'
import { placeOfRecord } from '../vault/sealed-row.ts'
import { createRecordStore } from './create-record-store.ts'
import { dropEndedRecords } from './drop-ended.ts'
import { lookupHash } from './lookup-hash.ts'

const providers = [localKeyProvider([{ id: '2026', value: randomBytes(32).toString('base64') }])]
const wrapping = new DataKeyWrapping({ providers, logger: collectingLogger() })
const old = { id: '2025', value: 'the older pepper' }
const current = { id: '2026', value: 'the newer pepper' }
const ORDERS = 'print.orders'

interface Kept {
  readonly id: string
  readonly value?: string
  readonly state?: string
  readonly keepUntil?: number
  readonly keys?: Readonly<Record<string, string>>
}

eachEngine('records', (database) => {
  const clock = manualClock()
  const hashes = createKeyedHashes([current, old])
  const vault = () => createVault({ database: database(), clock, wrapping, logger: collectingLogger() })
  const records = () => createRecordStore({ database: database(), clock, vault: vault(), hashes })
  const scopeOf = (accountId: string) => ({ accountId, environment: 'sandbox' }) as const
  const keep = async (accountId: string, record: Kept, under = hashes): Promise<void> => {
    const { id, value = '{}', state = 'created', keepUntil = null, keys = {} } = record
    const scope = scopeOf(accountId)
    const owner = { account_id: accountId, environment: scope.environment, collection: ORDERS }
    const at = clock.now().getTime()
    const times = { keep_until: keepUntil, created_at: at, updated_at: at }
    const sealed = await vault().seal(placeOfRecord({ ...scope, collection: ORDERS }, id), value)
    await database()
      .knex(database().table('record'))
      .insert({ ...owner, id, state, version: 1, value: sealed, ...times })
    for (const [name, text] of Object.entries(keys)) {
      const hash = lookupHash(under, { ...scope, collection: ORDERS }, { name, value: text })
      await database()
        .knex(database().table('record_key'))
        .insert({ ...owner, name, hash, record_id: id })
    }
  }
  const allPages = async (collection: string, scope: RecordScope, limit: number): Promise<string[][]> => {
    const pages: string[][] = []
    for (let cursor: string | null = null; ; ) {
      const page = await records().page(collection, scope, { cursor, limit, state: null })
      pages.push(page.items.map(({ id }) => id))
      if (page.next === null) return pages
      cursor = page.next
    }
  }
  async function* rowsOf(count: number, changed = new Set<number>()) {
    for (let n = 0; n < count; n++)
      yield { id: `row-${n}`, value: JSON.stringify({ n, name: 'बैंक "x"', changed: changed.has(n) }) }
  }

  it('opens a record of its own account, and shows it to no other', async () => {
    await keep('a', { id: 'order', value: '{"to":"पता"}' })
    const at = clock.now()
    expect(await records().get(ORDERS, scopeOf('a'), 'order')).toEqual({
      ...{ id: 'order', state: 'created', version: 1, value: '{"to":"पता"}', createdAt: at, updatedAt: at },
    })
    expect(await records().get(ORDERS, scopeOf('b'), 'order')).toBeNull()
    expect(await records().get(ORDERS, { accountId: 'a', environment: 'production' }, 'order')).toBeNull()
    expect(await records().get('other', scopeOf('a'), 'order')).toBeNull()
    expect(await records().get(ORDERS, 'shared', 'order')).toBeNull()
  })

  it('finds the newest that has all values, whichever pepper hashed them', async () => {
    await keep('find', { id: 'one', keys: { client: 'A', mobile: '1' } })
    await keep('find', { id: 'two', keys: { client: 'A', mobile: '1' } }, createKeyedHashes([old]))
    await keep('find', { id: 'three', keys: { client: 'A', mobile: '2' } })
    const find = async (by: Record<string, string>, accountId = 'find') =>
      (
        await records().find(
          ORDERS,
          scopeOf(accountId),
          Object.entries(by).map(([name, value]) => ({ name, value })),
        )
      )?.id
    expect(await find({ client: 'A', mobile: '1' })).toBe('two')
    expect(await find({ client: 'A' })).toBe('three')
    expect(await find({ client: 'B' })).toBeUndefined()
    expect(await find({ mobile: 'A' })).toBeUndefined()
    expect(await find({ client: 'A' }, 'other')).toBeUndefined()
  })

  it('hashes the same value of two accounts differently, and keeps no value in the clear', async () => {
    await keep('h1', { id: 'one', keys: { mobile: '9876543210' } })
    await keep('h2', { id: 'one', keys: { mobile: '9876543210' } })
    const rows = await database().knex(database().table('record_key')).whereIn('account_id', ['h1', 'h2'])
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2)
    expect(JSON.stringify(rows)).not.toContain('9876543210')
  })

  it('pages from the newest to the oldest, each once, also while new ones come', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await keep('pages', { id, state: id === 'c' ? 'cancelled' : 'created' })
    expect(await allPages(ORDERS, scopeOf('pages'), 2)).toEqual([['e', 'd'], ['c', 'b'], ['a']])
    expect(await allPages(ORDERS, scopeOf('pages'), 5)).toEqual([['e', 'd', 'c', 'b', 'a']])
    const first = await records().page(ORDERS, scopeOf('pages'), { cursor: null, limit: 2, state: 'created' })
    await keep('pages', { id: 'f' })
    const second = await records().page(ORDERS, scopeOf('pages'), { cursor: first.next, limit: 2, state: 'created' })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['e', 'd', 'b', 'a'])
    expect(second.next).toBeNull()
  })

  it.each(['nonsense', 'WyJhIl0', Buffer.from('[1.5]').toString('base64url'), ''])(
    'refuses the cursor %j',
    async (cursor) => {
      const query = { cursor, limit: 2, state: null }
      await expect(records().page(ORDERS, scopeOf('a'), query)).rejects.toMatchObject({ code: 'CURSOR_INVALID' })
      await expect(records().page(ORDERS, 'shared', query)).rejects.toMatchObject({ code: 'CURSOR_INVALID' })
    },
  )

  it('shows nothing that is past its time', async () => {
    const keepUntil = clock.now().getTime() + 1000
    await keep('ends', { id: 'one', keepUntil, keys: { client: 'A' } })
    expect(await records().get(ORDERS, scopeOf('ends'), 'one')).not.toBeNull()
    clock.advance(1000)
    expect(await records().get(ORDERS, scopeOf('ends'), 'one')).toBeNull()
    expect(await records().find(ORDERS, scopeOf('ends'), [{ name: 'client', value: 'A' }])).toBeNull()
    expect(await allPages(ORDERS, scopeOf('ends'), 10)).toEqual([[]])
  })

  it('drops what is past its time with its hashes, and nothing else', async () => {
    const at = clock.now().getTime()
    for (let n = 0; n < 205; n++) await keep('drop', { id: `gone-${n}`, keepUntil: at, keys: { client: 'A' } })
    await keep('drop', { id: 'later', keepUntil: at + 1, keys: { client: 'A' } })
    await keep('drop', { id: 'kept', keys: { client: 'A' } })
    const before = await database().knex(database().table('record')).where({ account_id: 'ends' })
    expect(await dropEndedRecords(database(), at)).toBe(205 + before.length)
    expect(await dropEndedRecords(database(), at)).toBe(0)
    const left = await database().knex(database().table('record_key')).where({ account_id: 'drop' })
    expect(left.map(({ record_id: id }) => id).sort()).toEqual(['kept', 'later'])
    expect(await allPages(ORDERS, scopeOf('drop'), 9)).toEqual([['kept', 'later']])
  })

  it('loads exactly: added, changed, unchanged, over the edges of batches', async () => {
    const load = (rows: AsyncIterable<{ id: string; value: string }>) => records().load('directory', rows)
    const done: number[] = []
    expect(await records().load('directory', rowsOf(2500), (count) => done.push(count))).toEqual({
      added: 2500,
      changed: 0,
      unchanged: 0,
    })
    expect(done).toEqual([1000, 2000, 2500])
    expect(await load(rowsOf(2500))).toEqual({ added: 0, changed: 0, unchanged: 2500 })
    clock.advance(1000)
    expect(await load(rowsOf(2600, new Set([0, 999, 1000, 2499])))).toEqual({ added: 100, changed: 4, unchanged: 2496 })
    const changed = await records().get('directory', 'shared', 'row-999')
    expect(changed).toMatchObject({ state: 'kept', version: 2, updatedAt: clock.now() })
    expect(JSON.parse(changed?.value ?? '')).toEqual({ n: 999, name: 'बैंक "x"', changed: true })
    expect(changed?.createdAt).not.toEqual(changed?.updatedAt)
    expect(await records().get('directory', 'shared', 'row-998')).toMatchObject({ version: 1 })
    expect(await load(rowsOf(0))).toEqual({ added: 0, changed: 0, unchanged: 0 })
  })

  it('counts an id that comes twice once as added, and keeps the last', async () => {
    async function* twice() {
      yield { id: 'x', value: '1' }
      yield { id: 'x', value: '2' }
      yield { id: 'x', value: '2' }
    }
    expect(await records().load('twice', twice())).toEqual({ added: 1, changed: 1, unchanged: 1 })
    expect(await records().get('twice', 'shared', 'x')).toMatchObject({ value: '2' })
  })

  it('keeps whole batches when the source fails, and goes on from there', async () => {
    async function* broken() {
      yield* rowsOf(1500)
      throw new Error('the file ends here')
    }
    await expect(records().load('broken', broken())).rejects.toThrow('the file ends here')
    expect(await records().load('broken', rowsOf(1500))).toEqual({ added: 500, changed: 0, unchanged: 1000 })
  })

  it('adds each row once when two load at the same time', async () => {
    const loads = await Promise.all([records().load('both', rowsOf(1500)), records().load('both', rowsOf(1500))])
    expect(loads[0].added + loads[1].added).toBe(1500)
    expect(loads[0].unchanged + loads[1].unchanged).toBe(1500)
  })

  it('finds and pages shared records', async () => {
    for (const id of ['a', 'b', 'c']) {
      clock.advance(1)
      await records().load(
        'shared',
        (async function* () {
          yield { id, value: JSON.stringify({ city: 'Pune', pin: 411001, id }) }
        })(),
      )
    }
    const find = async (name: string, value: string) =>
      (await records().find('shared', 'shared', [{ name, value }]))?.id
    expect(await find('city', 'Pune')).toBe('c')
    expect(await find('id', 'b')).toBe('b')
    expect(await find('pin', '411001')).toBe('c')
    expect(await find('city', 'Agra')).toBeUndefined()
    expect(await find('ci"ty', 'Pune')).toBeUndefined()
    expect(await allPages('shared', 'shared', 2)).toEqual([['c', 'b'], ['a']])
    expect((await records().page('shared', 'shared', { cursor: null, limit: 9, state: 'gone' })).items).toEqual([])
  })
})
