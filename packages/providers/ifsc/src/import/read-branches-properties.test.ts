import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COLUMNS } from './branch-row.ts'
import { readBranches, type SkippedRow } from './read-branches.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-ifsc-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(bytes: string | Uint8Array) {
  const file = join(folder, 'branches.csv')
  await writeFile(file, bytes)
  const skipped: SkippedRow[] = []
  const ids: string[] = []
  for await (const { id } of readBranches(file, (row) => skipped.push(row))) ids.push(id)
  return { ids, skipped }
}

const HEADER = COLUMNS.join(',')
const codeOf = (at: number): string => `KKBK0${String(at).padStart(6, '0')}`
const soundRow = (ifsc: string, address: string): string =>
  COLUMNS.map(
    (column) =>
      ({ IFSC: ifsc, ADDRESS: address, MICR: '110485003', NEFT: 'true', RTGS: 'true', IMPS: 'false', UPI: '' })[
        column
      ] ?? 'x',
  ).join(',')

const HOSTILE = [
  '',
  '"',
  '""',
  '"""',
  '=1+1',
  ',,,',
  'a"b',
  '\uFEFF',
  '\0',
  'x'.repeat(20_000),
  'KKBK0000261',
  ','.repeat(50),
  '\u2028',
]
const PLAIN_LINE = fc
  .oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }))
  .map((text) => text.replace(/[\r\n"]/g, ''))

it('ends with the branches and the skipped lines of any file, or with the code for missing columns', async () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(HEADER, ...HOSTILE, '\n', '\r\n', '\r', ','), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(''))
  const bytes = fc.uint8Array({ maxLength: 200 })
  const file = fc.oneof(
    text,
    text.map((one) => `${HEADER}\n${one}`),
    bytes,
  )
  await fc.assert(
    fc.asyncProperty(file, async (content) => {
      try {
        const { ids, skipped } = await read(content)
        expect(new Set(ids).size).toBe(ids.length)
        for (const { line, problem } of skipped) expect([line > 1, problem.length > 0]).toEqual([true, true])
      } catch (error) {
        expect(error).toMatchObject({ code: 'IMPORT_COLUMNS_MISSING' })
      }
    }),
    { numRuns: 300 },
  )
})

it('loads every sound row among lines that are none, and names each of these by its line', async () => {
  const address = fc.constantFrom('PUNE', '"12, MG ROAD"', '"UNIT ""8"""', 'A"B')
  const lines = fc.array(
    fc.oneof(
      address.map((text) => ({ text })),
      PLAIN_LINE.map((junk) => ({ junk })),
    ),
    { maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), async (given, end, marked) => {
      const written = given.map((one, at) => ('text' in one ? soundRow(codeOf(at), one.text) : one.junk))
      const { ids, skipped } = await read(`${marked ? '\uFEFF' : ''}${[HEADER, ...written].join(end)}${end}`)
      expect(ids).toEqual(given.flatMap((one, at) => ('text' in one ? [codeOf(at)] : [])))
      const junk = given.flatMap((one, at) => ('junk' in one && one.junk !== '' ? [at + 2] : []))
      expect(skipped.map(({ line }) => line)).toEqual(junk)
    }),
    { numRuns: 200 },
  )
})

it('loses to a quote that is left open no row but that of its own line', async () => {
  const place = fc.nat({ max: 8 })
  await fc.assert(
    fc.asyncProperty(place, fc.constantFrom('PUNE', '"12, MG ROAD"'), async (at, address) => {
      const rows = Array.from({ length: 9 }, (_, index) =>
        soundRow(codeOf(index), index === at ? '"NEVER CLOSED' : address),
      )
      const { ids, skipped } = await read(`${[HEADER, ...rows].join('\n')}\n`)
      expect(ids).toEqual(rows.flatMap((_, index) => (index === at ? [] : [codeOf(index)])))
      expect(skipped.map(({ line }) => line)).toEqual([at + 2])
    }),
    { numRuns: 30 },
  )
})
