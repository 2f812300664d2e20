import type { RecordWrite } from '@parakh/core'
import { zero } from '@parakh/core'
import { expect, it } from 'vitest'
import type { Payer, StoreTrial } from './store-trial.ts'

const ORDERS = 'print.orders'
const ROWS = 250

/** Reads of records, and loads of shared ones. */
export function recordTests(trial: () => StoreTrial): void {
  const scopeOf = ({ accountId, environment }: Payer) => ({ accountId, environment })
  const add = async (payer: Payer, facts: Partial<RecordWrite>): Promise<void> => {
    const write = {
      collection: ORDERS,
      id: 'order',
      expected: null,
      state: 'created',
      value: '{}',
      keys: [],
      keepUntil: null,
    }
    await trial().commit(payer, { records: [{ ...write, ...facts }] })
    trial().clock.advance(1_000)
  }

  it('reads a record of its own account and environment only', async () => {
    const [payer, other] = [await trial().payer(zero), await trial().payer(zero)]
    const createdAt = trial().clock.now()
    await add(payer, { id: 'order-1' })
    const { records } = trial().store
    expect(await records.get(ORDERS, scopeOf(payer), 'order-1')).toMatchObject({
      version: 1,
      createdAt,
      updatedAt: createdAt,
    })
    expect(await records.get(ORDERS, scopeOf(other), 'order-1')).toBeNull()
    expect(await records.get(ORDERS, { ...scopeOf(payer), environment: 'sandbox' }, 'order-1')).toBeNull()
    expect(await records.get('print.other', scopeOf(payer), 'order-1')).toBeNull()
    expect(await records.get(ORDERS, 'shared', 'order-1')).toBeNull()
  })

  it('takes the same id in two accounts', async () => {
    const [payer, other] = [await trial().payer(zero), await trial().payer(zero)]
    await add(payer, { id: 'order-1', value: '{"of":"first"}' })
    await add(other, { id: 'order-1', value: '{"of":"second"}' })
    expect(await trial().store.records.get(ORDERS, scopeOf(payer), 'order-1')).toMatchObject({
      value: '{"of":"first"}',
    })
    expect(await trial().store.records.get(ORDERS, scopeOf(other), 'order-1')).toMatchObject({
      value: '{"of":"second"}',
    })
  })

  it('accepts the id of an expired record again, dropped or not', async () => {
    const payer = await trial().payer(zero)
    const keepUntil = trial().at + 60_000
    await add(payer, { id: 'order-1', value: '{"of":"first"}', keepUntil })
    trial().clock.advance(60_000)
    const createdAt = trial().clock.now()
    const { records } = trial().store
    expect(await records.get(ORDERS, scopeOf(payer), 'order-1')).toBeNull()
    await add(payer, { id: 'order-1', value: '{"of":"second"}' })
    expect(await records.get(ORDERS, scopeOf(payer), 'order-1')).toMatchObject({
      value: '{"of":"second"}',
      version: 1,
      createdAt,
    })
  })

  it('finds the newest record with all of the values', async () => {
    const [payer, other] = [await trial().payer(zero), await trial().payer(zero)]
    const keys = (client: string, mobile: string) => [
      { name: 'client_order_id', value: client },
      { name: 'mobile', value: mobile },
    ]
    await add(payer, { id: 'order-1', keys: keys('A', '1') })
    await add(payer, { id: 'order-2', keys: keys('A', '1') })
    await add(payer, { id: 'order-3', keys: keys('A', '2') })
    await add(other, { id: 'order-4', keys: keys('A', '1') })
    const { records } = trial().store
    expect(await records.find(ORDERS, scopeOf(payer), keys('A', '1'))).toMatchObject({ id: 'order-2' })
    expect(await records.find(ORDERS, scopeOf(payer), keys('A', '1').slice(0, 1))).toMatchObject({ id: 'order-3' })
    expect(await records.find(ORDERS, scopeOf(payer), keys('B', '1'))).toBeNull()
    // A value of one key is not a value of another.
    expect(await records.find(ORDERS, scopeOf(payer), [{ name: 'mobile', value: 'A' }])).toBeNull()
  })

  it('finds a changed record by its new values', async () => {
    const payer = await trial().payer(zero)
    const by = (value: string) => [{ name: 'status', value }]
    await add(payer, { id: 'order-1', keys: by('old') })
    await add(payer, { id: 'order-1', expected: 1, keys: by('new') })
    expect(await trial().store.records.find(ORDERS, scopeOf(payer), by('new'))).toMatchObject({
      id: 'order-1',
      version: 2,
    })
    expect(await trial().store.records.find(ORDERS, scopeOf(payer), by('old'))).toBeNull()
  })

  it('pages through records from the newest to the oldest, each once', async () => {
    const payer = await trial().payer(zero)
    for (const id of ['a', 'b', 'c', 'd', 'e']) await add(payer, { id, state: id === 'c' ? 'cancelled' : 'created' })
    const seen: string[][] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<ReturnType<typeof trial>['store']['records']['page']>> =
        await trial().store.records.page(ORDERS, scopeOf(payer), { cursor, limit: 2, state: null })
      seen.push(page.items.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== null && seen.length < 5)
    expect(seen).toEqual([['e', 'd'], ['c', 'b'], ['a']])
  })

  it('pages through the records of one state', async () => {
    const payer = await trial().payer(zero)
    for (const id of ['a', 'b', 'c']) await add(payer, { id, state: id === 'b' ? 'cancelled' : 'created' })
    const page = await trial().store.records.page(ORDERS, scopeOf(payer), { cursor: null, limit: 10, state: 'created' })
    expect(page.items.map(({ id }) => id)).toEqual(['c', 'a'])
    expect(page.next).toBeNull()
  })

  it('loads shared records, and the same rows again change nothing', async () => {
    const collection = `directory.${trial().ids.next()}`
    async function* rows(changedRow?: number): AsyncGenerator<{ id: string; value: string }> {
      for (let row = 0; row < ROWS; row += 1)
        yield { id: `row-${row}`, value: JSON.stringify({ row, changed: row === changedRow }) }
    }
    const progress: number[] = []
    const { records } = trial().store
    const first = await records.load(collection, rows(), (done) => progress.push(done))
    expect(first).toEqual({ added: ROWS, changed: 0, unchanged: 0 })
    expect(progress.at(-1)).toBe(ROWS)
    expect(await records.load(collection, rows())).toEqual({ added: 0, changed: 0, unchanged: ROWS })
    expect(await records.load(collection, rows(7))).toEqual({ added: 0, changed: 1, unchanged: ROWS - 1 })
    expect(await records.get(collection, 'shared', 'row-7')).toMatchObject({ value: '{"row":7,"changed":true}' })
    expect(await records.get(collection, 'shared', 'row-250')).toBeNull()
  })
}
