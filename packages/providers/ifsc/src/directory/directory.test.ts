import type { AnyImplementation, Ask } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { Branch, type BranchRecord } from '../contract.ts'
import { BRANCHES } from '../fixtures/branches.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { type CodeList, loadCodeList } from './code-list.ts'
import { directory } from './directory.ts'

/** What the directory answers beside an imported table. */
async function answering(
  imported: readonly BranchRecord[],
  codes: CodeList,
): Promise<(ifsc: string) => Promise<unknown>> {
  const table = new Map(imported.map((branch) => [branch.ifsc, branch]))
  const source = directory({})
  const made: AnyImplementation = await source.code.make({
    options: source.options,
    imported: { get: async (id: string) => (table.has(id) ? { branch: table.get(id) } : null) },
    codes,
  })
  const ask = made['branch'] as Ask<unknown, unknown>
  return (ifsc) => ask({ ifsc }, { call: undefined as never, signal: new AbortController().signal })
}
const [KOTAK] = BRANCHES as [BranchRecord]
const UNKNOWN = 'KKBK0000999'

describe('the directory', async () => {
  const codes = await loadCodeList()

  it('answers the twenty true branches that come with it', async () => {
    const ask = await answering([], codes)
    expect(BRANCHES).toHaveLength(20)
    expect(new Set(BRANCHES.map((branch) => branch.ifsc)).size).toBe(20)
    for (const branch of BRANCHES) {
      expect(Branch.parse(branch)).toEqual(branch)
      expect(await ask(branch.ifsc)).toEqual(branch)
    }
  })

  it('prefers the imported branch', async () => {
    const ask = await answering([{ ...KOTAK, branch: 'MOVED' }], codes)
    expect(await ask(KOTAK.ifsc)).toEqual({ ...KOTAK, branch: 'MOVED' })
  })

  it('names the bank of an imported branch that names none', async () => {
    const ask = await answering([{ ...KOTAK, bank: null }], codes)
    expect(await ask(KOTAK.ifsc)).toEqual(KOTAK)
  })

  it('answers an imported branch whose code the bundled list lacks', async () => {
    const branch = { ...KOTAK, ifsc: UNKNOWN }
    expect(codes.find(UNKNOWN)).toBeNull()
    expect(await (await answering([branch], codes))(UNKNOWN)).toEqual(branch)
  })

  it('answers what is known of every scenario, and invents nothing', async () => {
    const ask = await answering([], codes)
    for (const { request, records } of SCENARIOS) expect(await ask(request.ifsc)).toEqual(records?.branch ?? null)
  })

  it('knows of a code without details the bank alone', async () => {
    const answer = Branch.parse(await (await answering([], codes))('HDFC0000001'))
    const { ifsc, bank, details, upi, ...rest } = answer
    expect({ ifsc, bank, details, upi }).toEqual({ ifsc: 'HDFC0000001', bank: 'HDFC Bank', details: 'bank', upi: true })
    expect(Object.values(rest).every((fact) => fact === null)).toBe(true)
  })
})
