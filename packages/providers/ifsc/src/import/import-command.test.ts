import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCommand } from './import-command.ts'

const HEADER = 'BANK,IFSC,BRANCH,CENTRE,DISTRICT,STATE,ADDRESS,CONTACT,IMPS,RTGS,CITY,ISO3166,NEFT,MICR,UPI,SWIFT'
const row = (ifsc: string, address = '"12, MG ROAD"', micr = '110485003'): string =>
  `Kotak Mahindra Bank,${ifsc},GURGAON,GURGAON,GURGAON,HARYANA,${address},+9118602662666,true,true,GURGAON,IN-HR,true,${micr},false,`

/** Shared records that keep what is loaded, as text. */
class LoadedRecords {
  readonly kept = new Map<string, string>()
  async load(rows: AsyncIterable<{ id: string; value: unknown }>, progress?: (done: number) => void) {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    let done = 0
    for await (const { id, value } of rows) {
      const text = JSON.stringify(value)
      const before = this.kept.get(id)
      counts[before === undefined ? 'added' : before === text ? 'unchanged' : 'changed']++
      this.kept.set(id, text)
      progress?.(++done)
    }
    return counts
  }
  branch(ifsc: string): unknown {
    return JSON.parse(this.kept.get(ifsc) ?? 'null')?.branch
  }
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-ifsc-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (file: string, records = new LoadedRecords(), progress: (done: number, of?: number) => void = () => {}) =>
  importCommand.run({ args: { file }, progress, services: { branches: records } })
const written = async (lines: readonly string[], end = '\n'): Promise<string> => {
  const file = join(folder, 'branches.csv')
  await writeFile(file, lines.join(end) + end)
  return file
}

describe('parakh ifsc import', () => {
  it('loads every column of a row, an empty one as null', async () => {
    const records = new LoadedRecords()
    const file = await written([
      HEADER,
      row('KKBK0000261', '"UNIT 8&9, ""SEWA"" PARK\nMG ROAD"', ''),
      row('KKBK0000262'),
    ])
    expect(await run(file, records)).toEqual({
      ok: true,
      rows: 2,
      added: 2,
      changed: 0,
      unchanged: 0,
      skipped: [],
      skipped_count: 0,
    })
    expect(records.branch('KKBK0000261')).toEqual({
      ifsc: 'KKBK0000261',
      bank: 'Kotak Mahindra Bank',
      branch: 'GURGAON',
      address: 'UNIT 8&9, "SEWA" PARK\nMG ROAD',
      city: 'GURGAON',
      district: 'GURGAON',
      state: 'HARYANA',
      contact: '+9118602662666',
      micr: null,
      neft: true,
      rtgs: true,
      imps: true,
      upi: false,
      details: 'branch',
    })
  })

  it('changes nothing the second time, and what differs the third', async () => {
    const records = new LoadedRecords()
    const lines = [HEADER, row('KKBK0000261'), row('KKBK0000262')]
    await run(await written(lines), records)
    expect(await run(await written(lines), records)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    expect(await run(await written([HEADER, row('KKBK0000261', 'ELSEWHERE')]), records)).toMatchObject({
      added: 0,
      changed: 1,
    })
  })

  it('finds columns by name in any order, behind a byte order mark, with Windows line ends', async () => {
    const records = new LoadedRecords()
    const file = await written(
      [
        '\uFEFFupi,MICR,NEFT,City,RTGS,IMPS,CONTACT,ADDRESS,STATE,DISTRICT,BRANCH, IFSC ,BANK,NEW',
        'TRUE,,false,PUNE,,true,,"A, B",MAHARASHTRA,PUNE,KOTHRUD,srcb0000004,Saraswat,x',
      ],
      '\r\n',
    )
    expect(await run(file, records)).toMatchObject({ rows: 1, added: 1 })
    expect(records.branch('SRCB0000004')).toMatchObject({
      city: 'PUNE',
      upi: true,
      neft: false,
      rtgs: null,
      bank: 'Saraswat',
    })
  })

  it('names each bad row with its line and goes on', async () => {
    const records = new LoadedRecords()
    const file = await written([
      HEADER,
      row('KKBK0000001', '"TWO\nLINES"'),
      row('KKBK1000002'),
      row('KKBK0000003').replace('IN-HR,true', 'IN-HR,maybe'),
      'Kotak Mahindra Bank,KKBK0000004',
      row('KKBK0000005', '"NEVER CLOSED'),
      row('KKBK0000006'),
      row('KKBK0000007', '"CLOSED" EARLY', '12'),
      '',
      row('KKBK0000001'),
      row('KKBK0000008'),
    ])
    const result = await run(file, records)
    expect(result).toMatchObject({ rows: 9, added: 3, skipped_count: 6 })
    expect(result).toHaveProperty('skipped', [
      { line: 4, problem: 'IFSC must be four letters, a zero and six letters or digits' },
      { line: 5, problem: 'NEFT must be true, false or empty' },
      { line: 6, problem: 'has 2 column(s) where the header has 16' },
      { line: 7, problem: 'has a quote that is not closed' },
      { line: 9, problem: 'MICR must be nine letters or digits, or empty' },
      { line: 11, problem: 'repeats the IFSC of line 2' },
    ])
    expect([...records.kept.keys()]).toEqual(['KKBK0000001', 'KKBK0000006', 'KKBK0000008'])
  })

  it('loses only its own line to a quote that is open until the end of the file', async () => {
    const records = new LoadedRecords()
    const file = await written([
      HEADER,
      row('KKBK0000001', '"OPEN'),
      row('KKBK0000002', 'PLAIN'),
      row('KKBK0000003', 'PLAIN'),
    ])
    expect(await run(file, records)).toMatchObject({
      rows: 3,
      added: 2,
      skipped: [{ line: 2, problem: 'has a quote that is not closed' }],
    })
  })

  it('names at most a hundred bad rows and counts all', async () => {
    const bad = Array.from({ length: 150 }, () => 'one,column')
    const result = await run(await written([HEADER, ...bad, row('KKBK0000001')]))
    expect(result).toMatchObject({ rows: 151, added: 1, skipped_count: 150 })
    expect(result).toHaveProperty('skipped.length', 100)
  })

  it('tells how far it is', async () => {
    const seen: [number, number | undefined][] = []
    const file = await written([HEADER, row('KKBK0000001'), row('KKBK0000002')])
    await run(file, new LoadedRecords(), (done, of) => seen.push([done, of]))
    expect(seen).toEqual([
      [1, 2],
      [2, 2],
      [2, 2],
    ])
  })

  it('says which columns are missing', async () => {
    await expect(run(await written(['BANK,IFSC,BRANCH', 'a,b,c']))).rejects.toMatchObject({
      code: 'IMPORT_COLUMNS_MISSING',
      message: expect.stringContaining('DISTRICT, STATE, ADDRESS, CONTACT, CITY, MICR, NEFT, RTGS, IMPS, UPI'),
    })
    await expect(run(await written([]))).rejects.toMatchObject({ code: 'IMPORT_COLUMNS_MISSING' })
  })

  it('says that a file cannot be read', async () => {
    await expect(run(join(folder, 'absent.csv'))).rejects.toMatchObject({
      code: 'IMPORT_FILE_UNREADABLE',
      message: 'Cannot read absent.csv: there is no such file',
    })
    await expect(run(folder)).rejects.toMatchObject({ code: 'IMPORT_FILE_UNREADABLE' })
  })
})

const published = resolve(fileURLToPath(new URL('../../../../..', import.meta.url)), '../shared/data/ifsc/IFSC.csv')
describe.skipIf(!existsSync(published))('the published file', () => {
  it('loads whole, and again without a change', async () => {
    const records = new LoadedRecords()
    const whole = { ok: true, rows: 97_834, changed: 0, skipped: [], skipped_count: 0 }
    expect(await run(published, records)).toEqual({ ...whole, added: 97_834, unchanged: 0 })
    expect(await run(published, records)).toEqual({ ...whole, added: 0, unchanged: 97_834 })
  })
})
