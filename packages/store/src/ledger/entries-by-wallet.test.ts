import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inr } from '@parakh/core'
import { pseudoRandom } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts'
import { type LedgerBench, openLedgerBench } from '../../test/ledger-bench.ts'
import { admit, openPayer, type Payer, settle } from '../../test/store-bench.ts'
import { INSERT_CHANGES, sqliteWriteSchema } from '../billing/sqlite/write-sql.ts'
import { SqliteConnection } from '../connection/sqlite-connection.ts'

const [ENTRY, BY_WALLET] = ['parakh_ledger_entry', 'parakh_entry_by_wallet']
const Marked = z.tuple([
  z.object({ entries: z.number(), kept: z.number(), ahead: z.number(), through: z.number(), filling: z.number() }),
])
const Numbered = z.array(
  z.object({ ledger_account: z.string(), environment: z.string(), version: z.number(), id: z.number() }),
)
const Entry = z.looseObject({ id: z.number(), version: z.number(), ledger_account: z.string() })

describe('the numbered entries by wallet on SQLite', { timeout: 120_000 }, () => {
  let place: TestDatabase
  let bench: LedgerBench
  let folder: string
  const random = pseudoRandom(42)
  beforeAll(async () => {
    place = await sqliteDatabase()
    bench = await openLedgerBench(place)
    folder = await mkdtemp(join(tmpdir(), 'parakh-by-wallet-'))
  })
  afterAll(async () => {
    await bench.close()
    await rm(folder, { recursive: true })
  })

  const counts = async () => {
    const found: unknown = await bench.tables.raw(
      `select (select count(*) from ${ENTRY}) as entries, (select count(*) from ${BY_WALLET}) as kept,
        (select count(*) from ${BY_WALLET} where entry_id > t.through_id) as ahead,
        t.through_id as through, t.filling_id as filling from ${BY_WALLET}_through t`,
    )
    return Marked.parse(found)[0]
  }
  /** Pays until some of a block is by wallet, and not all of it. */
  const payIntoBlock = async (): Promise<void> => {
    // Else the keys would be at their rate limits.
    await bench.tables('parakh_key_window').delete()
    for (let left = 300; left > 0 && (await counts()).ahead === 0; left -= 1) await bench.pay(8)
    expect((await counts()).ahead).toBeGreaterThan(0)
  }
  /** Pays until the block that is being taken over is by wallet. */
  const payPastBlock = async (): Promise<void> => {
    for (let left = 100; left > 0 && (await counts()).ahead > 0; left -= 1) await bench.pay(1)
    expect((await counts()).ahead).toBe(0)
  }
  /** What is by wallet, and what should be. */
  const filled = async () => {
    const { through } = await counts()
    const order = ['ledger_account', 'environment', 'version', 'id']
    const own: unknown = await bench
      .tables(BY_WALLET)
      .where('entry_id', '<=', through)
      .select('ledger_account', 'environment', 'version', 'entry_id as id')
      .orderBy(order)
    const ofLedger: unknown = await bench
      .tables(ENTRY)
      .whereNotNull('version')
      .where('id', '<=', through)
      .select('ledger_account', 'environment', 'version', 'id')
      .orderBy(order)
    return { own: Numbered.parse(own), ofLedger: Numbered.parse(ofLedger) }
  }
  const expectSame = async (): Promise<void> => {
    const { own, ofLedger } = await filled()
    expect(own).toEqual(ofLedger)
  }
  const somePayer = (): Payer => {
    const payer = bench.payers[random(bench.payers.length)]
    if (!payer) throw new RangeError('a bench has payers')
    return payer
  }
  /** Pages of random spans against what the ledger itself says, read without any index. */
  const expectPages = async (pages: number): Promise<void> => {
    for (let page = 0; page < pages; page += 1) {
      const { accountId } = somePayer()
      const [one, other] = [random(800), random(800)]
      const asked = { after: Math.min(one, other), through: Math.max(one, other), limit: 1 + random(60) }
      const moved = await bench.store.statements.walletMovements({ accountId, environment: 'production' }, asked)
      const rows: unknown = await bench
        .tables(ENTRY)
        .where({ ledger_account: `wallet:${accountId}`, environment: 'production' })
        .select('version', 'balance')
      const model = z
        .array(z.object({ version: z.number(), balance: z.number() }))
        .parse(rows)
        .filter(({ version }) => version > asked.after && version <= asked.through)
        .sort((a, b) => a.version - b.version)
        .slice(0, asked.limit)
      expect(moved.map(({ version, balance }) => ({ version, balance }))).toEqual(model)
    }
  }
  const broken = async (): Promise<readonly string[]> =>
    (await bench.store.ledger.verify()).broken.map(({ invariant }) => invariant)
  const guarded = () => bench.store.ledger.guard('one')

  it('gives the same pages, and verifies, before a block of entries is full, while it is taken over, and after it', async () => {
    await bench.pay(600)
    expect((await counts()).kept).toBe(0)
    await expectPages(20)
    expect([await broken(), await guarded()]).toEqual([[], []])
    await payIntoBlock()
    const { ahead, through } = await counts()
    expect([through, ahead % 128]).toEqual([0, 0])
    await expectPages(20)
    expect([await broken(), await guarded()]).toEqual([[], []])
    await payPastBlock()
    const after = await counts()
    expect([after.kept > 900, after.through, after.through < after.entries]).toEqual([true, 2_048, true])
    await expectSame()
    await expectPages(60)
    expect([await broken(), await guarded()]).toEqual([[], []])
  })

  it('refuses a batch whose wallet has another version than it was decided on, and writes nothing of it', async () => {
    if (!('filename' in place.options)) throw new TypeError('this is a file')
    const connection = await SqliteConnection.open(place.options.filename)
    await connection.exec(sqliteWriteSchema({ table: (name) => `parakh_${name}` }))
    const { accountId } = somePayer()
    const before = await bench
      .tables('parakh_wallet')
      .where({ account_id: accountId, environment: 'production' })
      .first()
    const write = async (version: number): Promise<unknown> => {
      const wallet = [
        accountId,
        'production',
        before.posted,
        0,
        version,
        '',
        0,
        0,
        before.event_sequence,
        0,
        ...[null, null],
      ]
      const insert = await connection.prepare(INSERT_CHANGES)
      const window = ['a-key-of-nobody', '[0,{}]']
      const lists = [[[...wallet, version]], [window], [], [], [], []].map((list) => JSON.stringify(list))
      return await insert.all([...lists, Buffer.alloc(0), '[]', '[]', '[]'])
    }
    const windows = () => bench.tables('parakh_key_window').where({ key_id: 'a-key-of-nobody' })
    await expect(write(before.version - 1)).rejects.toThrow('a wallet is of another version')
    expect(await windows()).toEqual([])
    await write(before.version)
    expect(await windows()).toHaveLength(1)
    await connection.close()
    expect(await broken()).toEqual([])
  })

  it.each(['of the same round', 'of the last block', 'of an earlier one'])(
    'finds a second entry of one version, beside one %s',
    async (which) => {
      expect(await guarded()).toEqual([])
      if (which === 'of the same round') await bench.pay(4)
      const { through } = await counts()
      const found: unknown = await bench
        .tables(ENTRY)
        .where('version', '>', 1)
        .where('id', which === 'of an earlier one' ? '<=' : '>', through)
        .orderBy('id', 'desc')
        .first()
      const { id: _, ...entry } = Entry.parse(found)
      const shared = { ...entry, transaction_id: 'twin', kind: 'adjustment', reason: 'twin' }
      // A posting that says nothing wrong of itself, and that no balance shows.
      await bench.tables(ENTRY).insert(shared)
      const contra = { ...shared, ledger_account: 'adjustment', version: null, previous: null, balance: null }
      await bench.tables(ENTRY).insert({ ...contra, amount: -Number(entry['amount']) })
      const name = `${entry.ledger_account}/${String(entry['environment'])} version ${entry.version}`
      const details = (await guarded()).filter(({ invariant }) => invariant === 'I8').map(({ detail }) => detail)
      expect(details).toContainEqual(expect.stringContaining(name))
      expect(await broken()).toContain('I8')
      await bench.tables(ENTRY).where({ transaction_id: 'twin' }).delete()
      expect([await broken(), await guarded()]).toEqual([[], []])
    },
  )

  it('finds a second entry of one version that is put into a block before the first one is by wallet', async () => {
    await payIntoBlock()
    const found: unknown = await bench.tables.raw(
      `select e.* from ${ENTRY} e cross join (select through_id, filling_id from ${BY_WALLET}_through)
        where e.version > 2 and e.id > through_id and e.id <= filling_id
          and not exists (select 1 from ${BY_WALLET} b where b.entry_id = e.id) order by e.id limit 1`,
    )
    const { id, ...entry } = z.tuple([Entry]).parse(found)[0]
    // In the place of an entry that nobody numbers, of the same block; the guard has seen the first one.
    const { filling } = await counts()
    const contra: unknown = await bench
      .tables(ENTRY)
      .whereNull('version')
      .where('id', '>', id + 1)
      .where('id', '<=', filling)
      .first()
    const replaced = Entry.extend({ version: z.null() }).parse(contra)
    const place = await bench.tables('parakh_ledger_guard').first()
    await bench.tables('parakh_ledger_guard').update({ checked_id: id + 1 })
    await bench.tables(ENTRY).where({ id: replaced.id }).delete()
    await bench.tables(ENTRY).insert({ ...entry, id: replaced.id })
    const name = `${entry.ledger_account}/${String(entry['environment'])} version ${entry.version}`
    const details = (await guarded()).filter(({ invariant }) => invariant === 'I8').map(({ detail }) => detail)
    await bench.tables(ENTRY).where({ id: replaced.id }).delete()
    await bench.tables(ENTRY).insert(replaced)
    await bench.tables('parakh_ledger_guard').update({ checked_id: place.checked_id })
    expect(details).toContainEqual(expect.stringContaining(name))
    await payPastBlock()
    expect([await broken(), await guarded()]).toEqual([[], []])
  })

  it.each([
    ['is by wallet', (own: string) => `where ${own} is not null and id <= through_id`],
    ['is of a block that is half by wallet', (own: string) => `where ${own} is not null and id > through_id`],
    ['is of its other half', (own: string) => `where ${own} is null and id > through_id and id <= filling_id`],
  ])('stays the same as the ledger, whoever changes, deletes or puts back an entry that %s', async (_, which) => {
    await payIntoBlock()
    const isKept = `(select 1 from ${BY_WALLET} b where b.entry_id = e.id)`
    const found: unknown = await bench.tables.raw(
      `select e.* from ${ENTRY} e cross join (select through_id, filling_id from ${BY_WALLET}_through)
        ${which(isKept)} and version > 2 limit 1`,
    )
    const before = z.tuple([Entry]).parse(found)[0]
    const own = () => bench.tables(ENTRY).where({ id: before.id })
    for (const change of [{ version: 9_999 }, { version: null }, { ledger_account: 'wallet:other' }]) {
      await own().update(change)
      await expectSame()
      expect(await broken()).toContain('I8')
      await own().update(before)
      await expectSame()
    }
    await own().delete()
    await expectSame()
    expect(await broken()).toContain('I8')
    await bench.tables(ENTRY).insert(before)
    await expectSame()
    expect([await broken(), await guarded()]).toEqual([[], []])
    await payPastBlock()
    await expectSame()
    expect([await broken(), await guarded()]).toEqual([[], []])
  })

  it('adds up the entries of a wallet once, some of whose block is by wallet', async () => {
    await payPastBlock()
    const [few, many] = [await openPayer(bench.store, inr('500')), await openPayer(bench.store, inr('5000'))]
    const pay = async (payer: Payer, reference: string): Promise<void> => {
      await admit(bench.store, payer, reference)
      await settle(bench.store, payer, reference)
    }
    await Promise.all([1, 2, 3].map((nth) => pay(few, `few-${nth}`)))
    // Behind the others, so that they are not in the last slice of the block.
    await Promise.all(Array.from({ length: 200 }, (_, nth) => pay(many, `many-${nth}`)))
    const placed = async (): Promise<number> => {
      const { through } = await counts()
      const own = bench.tables(BY_WALLET).where({ ledger_account: `wallet:${few.accountId}` })
      const found: unknown = await own.where('entry_id', '>', through).select('version')
      return z.array(z.unknown()).parse(found).length
    }
    await bench.tables('parakh_key_window').delete()
    for (let left = 500; left > 0 && (await placed()) === 0; left -= 1) await bench.pay(2)
    expect(await placed()).toBeGreaterThan(0)
    expect([await broken(), await guarded()]).toEqual([[], []])
  })

  it('gives up what is archived, and goes on', async () => {
    await bench.closePeriod()
    await bench.pay(300)
    await payPastBlock()
    bench.clock.advance(86_400_000)
    const before = await counts()
    await bench.store.ledger.archive(bench.clock.now(), join(folder, 'one.jsonl.gz'))
    const { kept, through } = await counts()
    expect([kept < before.kept, through]).toEqual([true, before.through])
    await expectSame()
    await expectPages(20)
    await bench.tables('parakh_key_window').delete()
    await bench.pay(1_200)
    await payPastBlock()
    expect((await counts()).through).toBeGreaterThan(through)
    await expectSame()
    await expectPages(40)
    expect([await broken(), await guarded()]).toEqual([[], []])
  })

  it('goes past a block in which no entry is numbered', async () => {
    const [entry] = await bench.tables(ENTRY).whereNull('version').limit(1)
    const { id: _, ...row } = Entry.extend({ version: z.null() }).parse(entry)
    await bench.tables.batchInsert(
      ENTRY,
      Array.from({ length: 5_000 }, () => ({ ...row, amount: 0 })),
      50,
    )
    const last: unknown = await bench.tables(ENTRY).max({ id: 'id' }).first()
    const behind = z.object({ id: z.number() }).parse(last).id - 2_048
    for (let left = 50; left > 0 && (await counts()).through < behind; left -= 1) await bench.pay(1)
    expect((await counts()).through).toBeGreaterThan(behind)
    await expectSame()
    await expectPages(20)
  })
})
