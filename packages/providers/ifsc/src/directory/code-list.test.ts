import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { loadCodeList } from './code-list.ts'

const require = createRequire(import.meta.url)
const PublishedCodes = z.record(z.string(), z.array(z.union([z.string(), z.number()])))
/** All codes of the npm package `ifsc`, read without its code. */
const published = Object.entries(
  PublishedCodes.parse(JSON.parse(readFileSync(require.resolve('ifsc/src/IFSC.json'), 'utf8'))),
).flatMap(([bank, branches]) => branches.map((branch) => `${bank}0${String(branch).padStart(6, '0')}`))

describe('the bundled code list', async () => {
  const codes = await loadCodeList()

  it('knows every one of the 176,918 codes', () => {
    expect(codes.size).toBe(176_918)
    expect(published.length).toBe(176_918)
    expect(published.filter((ifsc) => codes.find(ifsc) === null)).toEqual([])
  })

  it('knows no code that no bank has', () => {
    const real = new Set(published)
    // The neighbour of each code, unless it is one too.
    const invented = published.map((ifsc) => `${ifsc.slice(0, 10)}Z`).filter((ifsc) => !real.has(ifsc))
    expect(invented.length).toBeGreaterThan(100_000)
    expect(invented.filter((ifsc) => codes.find(ifsc) !== null)).toEqual([])
    for (const ifsc of ['ZZZZ0000001', 'KKBK1000261', 'KKBK0', '', 'kkbk0000261', 'KKBK0-00261']) {
      expect(codes.find(ifsc)).toBeNull()
    }
  })

  it('names the bank and the flags that are known', () => {
    expect(codes.find('KKBK0000261')).toEqual({ bank: 'Kotak Mahindra Bank', rails: { upi: true } })
    expect(codes.find('SBIN0000001')).toEqual({ bank: 'State Bank of India', rails: { upi: true } })
  })

  it('names the bank that uses a code of another, and claims no flags for it', () => {
    expect(codes.find('APBL0001001')).toEqual({ bank: 'District Co-operative Central Bank Srikakul', rails: {} })
    expect(codes.find('HDFC0CNICBL')).toEqual({ bank: 'Navsarjan Industrial Co-operative Bank', rails: {} })
  })

  it('leaves the name of a bank open that has none published', () => {
    expect(codes.find(published.find((ifsc) => ifsc.startsWith('ADBK')) ?? '')).toEqual({ bank: null, rails: {} })
  })

  it('says how to get a list that is missing', async () => {
    const absent = pathToFileURL('/nowhere/directory.json.br')
    await expect(loadCodeList(absent)).rejects.toMatchObject({
      code: 'DIRECTORY_UNREADABLE',
      message: expect.stringContaining('pnpm --filter @parakh/ifsc run data'),
    })
  })

  it.each([-1, 0.5, '1', null])('refuses a list in which a step is %j', async (step) => {
    const folder = await mkdtemp(join(tmpdir(), 'parakh-ifsc-'))
    const list = { banks: [{ code: 'KKBK', name: null, rails: {}, steps: [261, step] }], sublets: [] }
    const file = join(folder, 'directory.json.br')
    await writeFile(file, brotliCompressSync(JSON.stringify(list)))
    await expect(loadCodeList(pathToFileURL(file))).rejects.toMatchObject({ code: 'DIRECTORY_UNREADABLE' })
    await rm(folder, { recursive: true })
  })
})
