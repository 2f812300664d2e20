import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../test/store-bench.ts'

describe('the folder of a SQLite database', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-folder-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const open = (filename: string) =>
    openStore({ options: { client: 'sqlite3', filename }, drop: async () => undefined })

  it('is made with those above it, by two openings at the same time too', async () => {
    const stores = await Promise.all([open(join(folder, 'a/b/c/one.db')), open(join(folder, 'a/b/c/two.db'))])
    for (const store of stores) await store.close()
  })

  // Below /proc nothing can be made by anyone, and the system says so as if only a folder above were missing.
  it.each(['/proc/parakh-nothing/data/test.db', 'file/data/test.db'])(
    'is named where it cannot be made: %s',
    async (name) => {
      await writeFile(join(folder, 'file'), '')
      const filename = name.startsWith('/') ? name : join(folder, name)
      await expect(open(filename)).rejects.toMatchObject({
        code: 'DATABASE_UNAVAILABLE',
        message: expect.stringMatching(/the folder \S+ cannot be made \(E[A-Z]+\)\. Allowed: /),
      })
    },
  )
})
