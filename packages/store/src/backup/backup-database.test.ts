import { copyFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '@parakh/core'
import { afterEach, describe, expect, it } from 'vitest'
import { postgresDatabase, sqliteDatabase, type TestDatabase } from '../../test/databases.ts'
import { type LedgerBench, openLedgerBench, pseudoRandom } from '../../test/ledger-bench.ts'
import { openStore } from '../../test/store-bench.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const fileOf = ({ options }: TestDatabase): string => ('filename' in options ? options.filename : '')

async function benchAndFolder(): Promise<{ bench: LedgerBench; folder: string; file: string }> {
  const database = await sqliteDatabase()
  const bench = await openLedgerBench(database)
  const folder = await mkdtemp(join(tmpdir(), 'parakh-backup-'))
  ends.push(
    () => rm(folder, { recursive: true, force: true }),
    () => bench.close(),
  )
  return { bench, folder, file: fileOf(database) }
}
const reopen = (filename: string): Promise<Store> =>
  openStore({ options: { client: 'sqlite3', filename }, drop: async () => undefined })

/** Paid calls without a pause, until they are told to end. */
function load(bench: LedgerBench): { calls: () => number; end: () => Promise<void> } {
  let [going, calls] = [true, 0]
  const run = (async () => {
    while (going) {
      await bench.pay(4)
      calls += 4
      await sleep(2)
    }
  })()
  const end = async (): Promise<void> => {
    going = false
    await run
  }
  return { calls: () => calls, end }
}

describe('a backup of a SQLite database', () => {
  it('is whole while calls go on, is served by nobody, and verifies against a head of before', async () => {
    const { bench, folder } = await benchAndFolder()
    await bench.store.serve('one')
    await bench.pay(20)
    const head = await bench.closePeriod()
    const loading = load(bench)
    const file = join(folder, 'backup.db')
    const before = loading.calls()
    expect(await bench.store.backup(file)).toBe((await stat(file)).size)
    await bench.pay(1)
    await loading.end()
    expect(loading.calls()).toBeGreaterThan(before)
    expect(await readdir(folder)).toEqual(['backup.db'])
    const restored = await reopen(file)
    ends.push(() => restored.close())
    const report = await restored.ledger.verify(undefined, head ? { head } : {})
    expect(report).toMatchObject({ ok: true, broken: [], head })
    await restored.serve('two')
  })

  it('is not written over a file, nor where it cannot be, and leaves nothing behind', async () => {
    const { bench, folder } = await benchAndFolder()
    const taken = join(folder, 'taken.db')
    await writeFile(taken, 'mine')
    await expect(bench.store.backup(taken)).rejects.toMatchObject({ code: 'BACKUP_EXISTS' })
    const nowhere = bench.store.backup(join(folder, 'no-such-folder', 'backup.db'))
    await expect(nowhere).rejects.toMatchObject({ code: 'BACKUP_FAILED' })
    expect(await readdir(folder)).toEqual(['taken.db'])
  })

  it('is refused on PostgreSQL, with where to read', async () => {
    const database = await postgresDatabase()
    const store = await openStore(database)
    ends.push(database.drop, () => store.close())
    const refused = store.backup('/nowhere/backup.db')
    await expect(refused).rejects.toMatchObject({
      code: 'BACKUP_NOT_SUPPORTED',
      message: expect.stringContaining('pg_dump'),
    })
  })
})

/**
 * What a power cut would leave: the file as it is, and some beginning of what was appended to its log. A checkpoint in between would
 * make a mixture that no instant ever held, so then it is copied again.
 */
async function copyAtOneInstant(file: string, to: string): Promise<void> {
  for (;;) {
    const before = await stat(file, { bigint: true })
    await copyFile(file, to)
    await copyFile(`${file}-wal`, `${to}-wal`)
    const after = await stat(file, { bigint: true })
    if (before.mtimeNs === after.mtimeNs) return
  }
}

/** Reliability test 9: what the disk holds at any instant is a database whose invariants hold. */
describe('the files of a SQLite database, copied at random instants during load', () => {
  const COPIES = process.env['PARAKH_FULL'] === '1' ? 100 : 10
  const [AT_ONCE, SEED, LONGEST_PAUSE_MS] = [10, 9, 20]
  it(`open and verify, ${COPIES} of ${COPIES} (seed ${SEED})`, async () => {
    const { bench, folder, file } = await benchAndFolder()
    const random = pseudoRandom(SEED)
    const sizes = new Set<number>()
    const bad: unknown[] = []
    let verified = 0
    for (let round = 0; round < COPIES / AT_ONCE; round += 1) {
      const loading = load(bench)
      const names = Array.from({ length: AT_ONCE }, (_, index) => join(folder, `copy-${index}.db`))
      for (const name of names) {
        // However slow the machine is: each copy is of another moment of the load.
        const seen = loading.calls()
        while (loading.calls() === seen) await sleep(1)
        await sleep(random(LONGEST_PAUSE_MS))
        await copyAtOneInstant(file, name)
      }
      await loading.end()
      for (const name of names) {
        expect((await stat(`${name}-wal`)).size).toBeGreaterThan(0)
        const store = await reopen(name)
        const { ok, broken, entries } = await store.ledger.verify()
        await store.close()
        await rm(name)
        sizes.add(entries)
        verified += 1
        if (!ok) bad.push({ round, name, broken })
      }
    }
    expect(bad).toEqual([])
    expect(verified).toBe(COPIES)
    expect(sizes.size).toBeGreaterThan(COPIES / 4)
  }, 120_000)
})
