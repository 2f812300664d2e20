import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { inr, type ParakhError, type Store } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../test/databases.ts'
import { type LedgerBench, openLedgerBench, pseudoRandom } from '../../../test/ledger-bench.ts'
import { openStore } from '../../../test/store-bench.ts'

describe.each(ENGINES)('the archive of the ledger on %s', (_, makeDatabase) => {
  let bench: LedgerBench
  let folder: string
  const file = (name: string): string => join(folder, name)
  const later = (): Date => new Date(bench.clock.now().getTime() + 1)
  const entries = async (): Promise<number> =>
    Number((await bench.tables('parakh_ledger_entry').count({ count: '*' }).first())?.['count'])
  const archives = (): string[] => [file('one.jsonl.gz'), file('two.jsonl.gz')]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-archive-'))
    bench = await openLedgerBench(await makeDatabase())
    for (let period = 0; period < 4; period += 1) {
      await bench.pay(10)
      await bench.closePeriod()
      bench.clock.advance(60_000)
    }
  })
  afterAll(async () => {
    await bench.close()
    await rm(folder, { recursive: true })
  })

  it('has nothing to do where no period is old enough', async () => {
    const early = bench.store.ledger.archive(new Date(0), file('none.gz'))
    await expect(early).rejects.toMatchObject({ code: 'ARCHIVE_NOTHING' })
  })

  it('moves whole periods into a file of lines that its owner alone reads, and verifies from their closing balances on', async () => {
    const before = await entries()
    const until = new Date(bench.clock.now().getTime() - 150_000)
    const made = await bench.store.ledger.archive(until, file('one.jsonl.gz'))
    expect(made).toMatchObject({ firstPeriod: 1, lastPeriod: 2 })
    expect((await stat(made.file)).mode & 0o777).toBe(0o600)
    expect(await entries()).toBe(before - made.entries)
    const lines = gunzipSync(await readFile(made.file))
      .toString()
      .trim()
      .split('\n')
    expect(lines.slice(0, 2)).toEqual(['{"parakh_ledger_archive":1}', '{"period":1}'])
    expect(lines).toHaveLength(1 + 2 + made.entries)
    await bench.pay(5)
    expect(await bench.store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    expect(await bench.store.ledger.guard('one')).toEqual([])
  })

  it('goes on with the next file, and verifies the whole chain with both', async () => {
    await bench.closePeriod()
    const made = await bench.store.ledger.archive(later(), file('two.jsonl.gz'))
    expect(made).toMatchObject({ firstPeriod: 3, lastPeriod: 5 })
    expect(await entries()).toBe(0)
    expect(await bench.store.ledger.verify()).toMatchObject({ ok: true, entries: 0 })
    const report = await bench.store.ledger.verify(undefined, { archives: archives() })
    expect(report).toMatchObject({ ok: true, broken: [], periods: 5 })
    expect(report.entries).toBe(2 * 2 + 2 * 2 + 45 * 2)
    await bench.pay(2)
    expect(await bench.store.ledger.verify(undefined, { archives: archives() })).toMatchObject({ ok: true, broken: [] })
  })

  it('finds a file that is missing, changed or cut, and a closing balance or an archived call that was changed', async () => {
    const invariants = async (given: string[]): Promise<readonly string[]> =>
      (await bench.store.ledger.verify(undefined, { archives: given })).broken.map(({ invariant }) => invariant)
    expect(await invariants(archives().slice(0, 1))).toContain('I10')
    const bytes = await readFile(file('one.jsonl.gz'))
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
    await writeFile(file('changed.gz'), bytes)
    const changed = [file('changed.gz'), file('two.jsonl.gz')]
    await expect(invariants(changed)).rejects.toMatchObject({ code: 'ARCHIVE_UNREADABLE' })
    await writeFile(file('cut.gz'), (await readFile(file('one.jsonl.gz'))).subarray(0, 200))
    await expect(invariants([file('cut.gz')])).rejects.toMatchObject({ code: 'ARCHIVE_UNREADABLE' })
    const revenue = () => bench.tables('parakh_closing_balance').where({ ledger_account: 'revenue' })
    await revenue().increment('balance', 1)
    expect(await invariants(archives())).toEqual(expect.arrayContaining(['I3']))
    await revenue().decrement('balance', 1)
    expect(await invariants(archives())).toEqual([])
    const charged = () => bench.tables('parakh_call').where({ reference: 'call-1' })
    await charged().update({ legs: '[{"accountId":"thief","amount":5}]' })
    expect(await invariants(archives())).toEqual(['I12', 'I12'])
    await charged().update({ legs: '[]', charged: 5 })
    expect(await invariants([])).toEqual(['I11'])
    await charged().update({ charged: inr('1') })
    expect(await invariants(archives())).toEqual([])
  })

  it('never writes over a file, and leaves no row out of the database that is in no file', async () => {
    await bench.closePeriod()
    const before = await entries()
    const again = bench.store.ledger.archive(later(), file('one.jsonl.gz'))
    await expect(again).rejects.toMatchObject({ code: 'ARCHIVE_EXISTS' })
    await bench.tables('parakh_ledger_entry').where({ ledger_account: 'revenue' }).update({ actor: 'nobody' })
    const damaged = bench.store.ledger.archive(later(), file('three.gz'))
    await expect(damaged).rejects.toMatchObject({ code: 'LEDGER_BROKEN' })
    expect(await entries()).toBe(before)
    expect((await readdir(folder)).filter((name) => name.startsWith('three'))).toEqual([])
  })
})

/** Rounds of two at once. What they do falls together differently each time. */
const ROUNDS = 6
const SEED = 5

describe.each(ENGINES)('two archivings at once on %s', (_, makeDatabase) => {
  let bench: LedgerBench
  let second: Store
  let folder: string
  let database: TestDatabase
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-archives-'))
    database = await makeDatabase()
    bench = await openLedgerBench(database)
    second = await openStore(database, { clock: bench.clock })
  })
  afterAll(async () => {
    await second.close()
    await bench.close()
    await rm(folder, { recursive: true })
  })
  const close = async (periods: number): Promise<void> => {
    for (let period = 0; period < periods; period += 1) {
      await bench.pay(5)
      // A test beside this one may keep a transaction of the cluster open, which is no fault of the ledger.
      await bench.closePeriod()
      bench.clock.advance(60_000)
    }
  }
  const archives = async (): Promise<string[]> => (await readdir(folder)).map((name) => join(folder, name))

  it('leave each period in a file that stands for it, and no other file', { timeout: 120_000 }, async () => {
    const random = pseudoRandom(SEED)
    const outcomes: string[] = []
    const archive = async ({ ledger }: Store, name: string): Promise<void> => {
      await sleep(random(15))
      await ledger.archive(new Date(bench.clock.now().getTime() + 1), join(folder, name)).then(
        () => outcomes.push('archived'),
        ({ code }: ParakhError) => outcomes.push(code),
      )
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await close(5)
      await Promise.all([archive(bench.store, `${round}-one`), archive(second, `${round}-two`)])
      const report = await bench.store.ledger.verify(undefined, { archives: await archives() })
      expect(report, `round ${round}`).toMatchObject({ ok: true, broken: [], periods: (round + 1) * 5 })
      expect(report.entries).toBe(2 * 4 + (round + 1) * 5 * 5 * 2)
      expect(Number((await bench.tables('parakh_ledger_entry').count({ count: '*' }).first())?.['count'])).toBe(0)
    }
    expect(new Set(outcomes)).toContain('archived')
    // Nobody is told that the ledger is broken, where another one moved it meanwhile.
    for (const outcome of outcomes) expect(['archived', 'ARCHIVE_TAKEN', 'ARCHIVE_NOTHING']).toContain(outcome)
  })

  /** Both have their file and are about to remove rows. */
  async function bothAtOnce(befores: readonly [Date, Date], names: readonly [string, string]) {
    const pg = !('filename' in database.options)
    const files = names.map((name) => join(folder, name))
    const exist = async (): Promise<boolean> => {
      const found = await readdir(folder)
      return names.every((name) => found.includes(name))
    }
    const holding = await bench.tables.transaction()
    await holding.raw(
      pg
        ? 'lock table parakh_ledger_archive in exclusive mode'
        : 'update parakh_ledger_archive set archived_at = archived_at',
    )
    const ended = Promise.allSettled([
      bench.store.ledger.archive(befores[0], files[0] ?? ''),
      second.ledger.archive(befores[1], files[1] ?? ''),
    ])
    await expect.poll(exist).toBe(true)
    await holding.commit()
    return await ended
  }

  it('of other periods: one has them, the other says so and its file is gone', async () => {
    await close(2)
    const early = new Date(bench.clock.now().getTime() - 30_000)
    await close(2)
    const late = new Date(bench.clock.now().getTime() + 1)
    const ended = await bothAtOnce([early, late], ['early', 'late'])
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = ended.find((one) => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'ARCHIVE_TAKEN' })
    const won = ended[0]?.status === 'fulfilled' ? 'early' : 'late'
    expect((await readdir(folder)).filter((name) => ['early', 'late'].includes(name))).toEqual([won])
    const report = await bench.store.ledger.verify(undefined, { archives: await archives() })
    expect(report).toMatchObject({ ok: true, broken: [] })
  })

  it('of the same periods: both have made the same file, and each stands for them', async () => {
    await close(2)
    const late = new Date(bench.clock.now().getTime() + 1)
    const ended = await bothAtOnce([late, late], ['this', 'that'])
    const [one, other] = ended.map((end) => (end.status === 'fulfilled' ? end.value : null))
    expect(one).not.toBeNull()
    expect(one).toMatchObject({ ...other, file: join(folder, 'this') })
    await rm(join(folder, 'this'))
    const report = await bench.store.ledger.verify(undefined, { archives: await archives() })
    expect(report).toMatchObject({ ok: true, broken: [] })
  })
})
