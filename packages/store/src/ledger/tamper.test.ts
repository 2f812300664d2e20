import type { LedgerHead } from '@parakh/core'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../test/databases.ts'
import { type LedgerBench, openLedgerBench, pseudoRandom } from '../../test/ledger-bench.ts'

const SEED = 24
const FLIPS = process.env['PARAKH_FULL'] === '1' ? 100 : 20
const ENTRY = 'parakh_ledger_entry'

type Row = Readonly<Record<string, string | number | null>>

/** One byte of one column, another one. Numbers lose or gain one bit. */
function flip(row: Row, random: (below: number) => number): Row {
  const columns = Object.keys(row).filter((name) => name !== 'id' && row[name] !== null && row[name] !== '')
  const column = columns[random(columns.length)] ?? 'amount'
  const value = row[column] ?? 0
  if (typeof value === 'number' || /^-?\d+$/.test(value))
    return { [column]: String(BigInt(value) ^ (1n << BigInt(random(20)))) }
  const at = random(value.length)
  return { [column]: `${value.slice(0, at)}${value[at] === 'x' ? 'y' : 'x'}${value.slice(at + 1)}` }
}

/** Reliability test 24: what somebody changes in a closed period is found, always. */
describe.each(ENGINES)('tampering with the ledger on %s', (_, makeDatabase) => {
  let bench: LedgerBench
  let head: LedgerHead
  const broken = async (options?: { head?: LedgerHead }): Promise<readonly string[]> => {
    const { broken: found } = await bench.store.ledger.verify(undefined, options)
    return found.filter(({ invariant }) => invariant === 'I10').map(({ detail }) => detail)
  }
  /** Damages the ledger, tells what is found, and mends it again. */
  const found = async (damage: (tables: Knex) => Promise<unknown>, options?: { head?: LedgerHead }) => {
    const [entries, periods] = [await bench.tables(ENTRY), await bench.tables('parakh_ledger_period')]
    await damage(bench.tables)
    const details = await broken(options)
    await bench.tables(ENTRY).delete()
    await bench.tables.batchInsert(ENTRY, entries, 50)
    await bench.tables('parakh_ledger_period').delete()
    await bench.tables('parakh_ledger_period').insert(periods)
    return details
  }
  beforeAll(async () => {
    bench = await openLedgerBench(await makeDatabase())
    for (let period = 0; period < 3; period += 1) {
      await bench.pay(30)
      const closed = await bench.closePeriod()
      if (closed) head = closed
    }
  })
  afterAll(() => bench.close())

  it('finds nothing where nothing was done, and closes nothing twice', async () => {
    expect(head).toMatchObject({ period: 3, entries: { production: 184, sandbox: 4 } })
    expect(await bench.closePeriod()).toEqual(head)
    expect(await bench.store.ledger.verify(undefined, { head })).toMatchObject({
      ok: true,
      broken: [],
      periods: 3,
      head,
    })
  })

  it(`finds one byte flipped in each of ${FLIPS} random rows (seed ${SEED})`, async () => {
    const random = pseudoRandom(SEED)
    const rows: readonly Row[] = await bench.tables(ENTRY).orderBy('id')
    const missed: Row[] = []
    const flipped = new Set<unknown>()
    while (flipped.size < FLIPS) {
      const row = rows[random(rows.length)] ?? {}
      if (flipped.has(row['id'])) continue
      const changed = flip(row, random)
      const of = (): Knex.QueryBuilder => bench.tables(ENTRY).where({ id: row['id'] })
      // Where a version would stand twice, the database itself refuses it: then another byte of another row.
      const done: number = await of()
        .update(changed)
        .catch(() => 0)
      if (done === 0) continue
      flipped.add(row['id'])
      if ((await broken()).length === 0) missed.push(changed)
      await of().update(row)
    }
    expect(missed).toEqual([])
    expect(await broken()).toEqual([])
  }, 120_000)

  it('finds two rows swapped, one inserted, one deleted, and one before the first', async () => {
    const [one, other] = await bench.tables(ENTRY).where({ ledger_account: 'revenue' }).orderBy('id').limit(2)
    const swap = async (tables: Knex): Promise<void> => {
      await tables(ENTRY)
        .where({ id: one.id })
        .update({ ...other, id: one.id })
      await tables(ENTRY)
        .where({ id: other.id })
        .update({ ...one, id: other.id })
    }
    expect(await found(swap)).toHaveLength(1)
    expect(await found((tables) => tables(ENTRY).where({ id: one.id }).delete())).not.toEqual([])
    const insertBefore = (tables: Knex) => tables(ENTRY).insert({ ...one, id: -1, amount: 0 })
    expect(await found(insertBefore)).toEqual(['1 entries stand before the first period'])
    const moveAbroad = (tables: Knex) => tables(ENTRY).where({ id: one.id }).update({ environment: 'elsewhere' })
    expect(await found(moveAbroad)).toContain(`charge ${one.transaction_id}: an entry of no environment: elsewhere`)
  })

  it('finds a tail that was cut with its period only against a head that was kept outside', async () => {
    const cut = async (tables: Knex): Promise<void> => {
      const last = await tables('parakh_ledger_period').where({ number: 3 }).first()
      await tables('parakh_ledger_period').where({ number: 3 }).delete()
      await tables(ENTRY).where('id', '>', last.after_id).delete()
    }
    expect(await found(cut)).toEqual([])
    const details = await found(cut, { head })
    expect(details).toEqual(['the ledger is cut: it ends with period 2, the head that was kept outside is period 3'])
  })

  it('finds a period that was changed, left out, or made anew after a changed row', async () => {
    const period = (number: number) => ({ number })
    const table = 'parakh_ledger_period'
    expect(await found((tables) => tables(table).where(period(2)).update({ closed_at: 1 }))).not.toEqual([])
    expect(await found((tables) => tables(table).where(period(2)).delete())).not.toEqual([])
    const again = async (tables: Knex): Promise<void> => {
      await tables(table).where('number', '>', 1).delete()
      await tables(ENTRY).where({ ledger_account: 'revenue' }).where('id', '>', 130).update({ actor: 'nobody' })
      await bench.closePeriod()
    }
    expect(await found(again)).toEqual([])
    expect(await found(again, { head })).not.toEqual([])
  })

  it('finds a head of another ledger, by its hash alone too', async () => {
    expect(await broken({ head })).toEqual([])
    const other = await bench.store.ledger.verify(undefined, { head: { hash: 'f'.repeat(64) } })
    expect(other.broken).toHaveLength(1)
    expect((await bench.store.ledger.verify(undefined, { head: { hash: head.hash } })).ok).toBe(true)
  })
})
