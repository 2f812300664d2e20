import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileErasureJournal } from './file-erasure-journal.ts'

const older = { id: '2025', value: 'the older subject key' }
const newer = { id: '2026', value: 'the newer subject key' }
const erasure = (nth: number) => ({
  id: `erasure-${nth}`,
  at: new Date(Date.UTC(2026, 10, 1 + nth)),
  subjects: [`2026.hash-${nth}`, `2025.hash-${nth}`],
})

describe('the erasure journal', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-journal-'))
    file = join(folder, 'below', 'erasures.jsonl')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const journal = (...keys: (typeof older)[]) => fileErasureJournal({ file, keys })
  const write = async (...numbers: number[]) => {
    for (const nth of numbers) await journal(newer).append(erasure(nth))
  }
  const lines = async () => (await readFile(file, 'utf8')).split('\n').slice(0, -1)

  it('gives what was added, in order, and only its owner can read it', async () => {
    await write(1, 2, 3)
    expect(await journal(newer).read()).toEqual([erasure(1), erasure(2), erasure(3)])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['a line that was changed', (all: string[]) => all.map((line) => line.replace('hash-2', 'hash-9'))],
    ['a line that was removed', ([first = '', , third = '']: string[]) => [first, third]],
    ['lines that were swapped', ([first = '', second = '', third = '']: string[]) => [first, third, second]],
    ['a line twice', (all: string[]) => [...all, all.at(-1) ?? '']],
    ['a line of somebody else', (all: string[]) => [...all, '{"id":"x"}']],
  ])('is refused with %s: it is neither read nor continued', async (_, change) => {
    await write(1, 2, 3)
    await writeFile(file, `${change(await lines()).join('\n')}\n`)
    const refused = { code: 'ERASURE_JOURNAL_BROKEN' }
    await expect(journal(newer).read()).rejects.toMatchObject(refused)
    await expect(journal(newer).append(erasure(4))).rejects.toMatchObject(refused)
  })

  it('needs the keys that signed it', async () => {
    await journal(older).append(erasure(1))
    await journal(newer, older).append(erasure(2))
    expect(await journal(newer, older).read()).toHaveLength(2)
    await expect(journal(newer).read()).rejects.toMatchObject({ code: 'ERASURE_JOURNAL_BROKEN' })
    await expect(journal({ ...newer, value: 'another under its id' }, older).read()).rejects.toThrow('line 2')
  })

  it('passes over a line that its process did not write to its end, and goes on in its place', async () => {
    await write(1, 2)
    const [first = '', second = ''] = await lines()
    await writeFile(file, `${first}\n${second.slice(0, 40)}`)
    expect(await journal(newer).read()).toEqual([erasure(1)])
    await write(3)
    expect(await journal(newer).read()).toEqual([erasure(1), erasure(3)])
  })

  it('has every line of writers that come at once', async () => {
    const numbers = Array.from({ length: 12 }, (_, nth) => nth)
    await Promise.all(numbers.map((nth) => journal(newer).append(erasure(nth))))
    const read = await journal(newer).read()
    expect(read.map(({ id }) => id).sort()).toEqual(numbers.map((nth) => `erasure-${nth}`).sort())
  })

  it('tells where it cannot be written, and where there is none', async () => {
    await expect(journal(newer).read()).rejects.toMatchObject({ code: 'ERASURE_JOURNAL_MISSING' })
    await writeFile(join(folder, 'below'), 'a file')
    await expect(write(1)).rejects.toMatchObject({ code: 'ERASURE_JOURNAL_UNWRITABLE' })
  })
})
