import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPayer, openStore } from '../../test/store-bench.ts'

describe('a SQLite database', () => {
  let folder = ''
  let filename = ''
  let umask = 0
  beforeEach(async () => {
    // Whatever the user of the server has: files are readable by all with this one.
    umask = process.umask(0)
    folder = await mkdtemp(join(tmpdir(), 'parakh-private-'))
    filename = join(folder, 'data', 'test.db')
  })
  afterEach(async () => {
    process.umask(umask)
    await rm(folder, { recursive: true, force: true })
  })
  const open = () => openStore({ options: { client: 'sqlite3', filename }, drop: async () => undefined })
  const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8)

  it('is readable by its owner alone, and so are its log, its index and a backup', async () => {
    const store = await open()
    await openPayer(store)
    for (const file of [filename, `${filename}-wal`, `${filename}-shm`])
      expect([file, await modeOf(file)]).toEqual([file, '600'])
    const copy = join(folder, 'copy.db')
    await store.backup(copy)
    expect(await modeOf(copy)).toBe('600')
    await store.close()
  })

  it('that was readable by others before is so no more', async () => {
    const before = await open()
    await before.close()
    for (const file of [filename, `${filename}-wal`, `${filename}-shm`]) {
      await writeFile(file, '', { flag: 'a' })
      await chmod(file, 0o644)
    }
    const store = await open()
    await openPayer(store)
    for (const file of [filename, `${filename}-wal`, `${filename}-shm`])
      expect([file, await modeOf(file)]).toEqual([file, '600'])
    await store.close()
  })
})
