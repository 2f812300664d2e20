import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDriver } from '@parakh/testkit'
import { testKeyProvider } from '@parakh/testkit/suites'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretsForTest } from '../../../test/server-for-test.ts'
import type { Config } from '../../config/schema.ts'
import { checkConfig } from '../../load-config.ts'
import { commandKeys } from './command-keys.ts'
import { environmentKeys } from './environment-keys.ts'
import { fileKeys } from './file-keys.ts'

const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const never = async () => null
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-keys-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function keyFile(name: string, text: string, mode = 0o600): Promise<string> {
  await writeFile(join(folder, name), text)
  await chmod(join(folder, name), mode)
  return name
}

testKeyProvider('environment', async () => {
  const made = (...masterKey: { id: string; value: string }[]) => makeDriver(environmentKeys({ masterKey }), {})
  return {
    provider: await made({ id: 'a', value: first }),
    again: () => made({ id: 'a', value: first }),
    rotated: () => made({ id: 'b', value: second }, { id: 'a', value: first }),
    mistaken: () => made({ id: 'a', value: second }),
    interrupt: never,
  }
})

describe('a key in a file', () => {
  const read = (path: string, id = 'a') => makeDriver(fileKeys(folder), { id, path })
  const refused = async (path: string, detail: string): Promise<void> => {
    const error = await read(path).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'KEY_FILE_REFUSED', message: expect.stringContaining(detail) })
    expect(String(error)).toContain(path)
    expect(String(error)).not.toContain(first)
  }

  testKeyProvider('file', async () => {
    const [one, other] = [await keyFile('one.key', `${first}\n`), await keyFile('other.key', second, 0o400)]
    const [older, newer] = [await read(one), await read(other, 'b')]
    return {
      provider: older,
      again: () => read(one),
      rotated: async () => ({
        wrap: newer.wrap,
        unwrap: async (wrapped, binding) =>
          (await newer.unwrap(wrapped, binding)) ?? (await older.unwrap(wrapped, binding)),
      }),
      mistaken: () => read(other),
      interrupt: never,
    }
  })

  it.each([0o640, 0o604, 0o620, 0o666, 0o601])('is refused with the mode %o, which others may use', async (mode) => {
    await refused(await keyFile(`mode-${mode}.key`, first, mode), mode.toString(8))
  })

  it.each([
    ['nothing', ''],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['a key and more', `${first} ${first}`],
    ['too much', first.repeat(200)],
  ])('is refused with %s in it', async (name, text) => {
    await refused(await keyFile(`${name}.key`, text), 'it has no key')
  })

  it('is refused where there is none', async () => {
    await refused('nowhere.key', 'ENOENT')
  })
})

describe('a key that a command prints', () => {
  const node = (script: string, ...more: readonly string[]) => [process.execPath, '-e', script, ...more]
  const run = (command: readonly string[], timeoutMs = 20_000) =>
    makeDriver(commandKeys(folder), { id: 'a', run: [...command], timeoutMs })
  const refused = async (command: readonly string[], detail: string, timeoutMs?: number): Promise<void> => {
    const error = await run(command, timeoutMs).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'KEY_COMMAND_FAILED', message: expect.stringContaining(detail) })
    expect(JSON.stringify(error) + String(error)).not.toContain('confidential')
  }
  const context = { context: 'x', signal: new AbortController().signal }

  it('wraps as the same key does in a file', async () => {
    const provider = await run(node('console.log(process.argv[1])', first))
    const inFile = await makeDriver(fileKeys(folder), { id: 'a', path: await keyFile('same.key', first) })
    const dataKey = randomBytes(32)
    expect(await inFile.unwrap(await provider.wrap(dataKey, context), context)).toEqual(dataKey)
  })

  it('is run without a shell', async () => {
    const provider = await run(node('console.log(process.argv[1])', first, '; echo confidential'))
    expect(await provider.wrap(randomBytes(32), context)).toMatchObject({ keyId: 'a' })
    await refused([`echo ${first}`], 'ENOENT')
  })

  it('is refused where the command fails, and nothing that it printed or was given is told', async () => {
    await refused(node(`console.log('confidential'); console.error('confidential'); process.exit(3)`), 'ended with 3')
    await refused(node(`console.log('confidential')`, 'confidential'), 'printed no key')
    await refused(node(`console.log('confidential'.repeat(9000)); setInterval(() => 0, 1000)`), 'more than 4096 bytes')
    await refused(['no-such-program', 'confidential'], 'ENOENT')
  })

  it('is refused when the command takes too long, also where a program that it started holds its output', async () => {
    const holds = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => 0, 8000)'], { stdio: 'inherit' })`
    await refused(node(holds), 'longer than 500 ms', 500)
  })
})

describe('keyProviders', () => {
  const { masterKey, ...secrets } = secretsForTest()
  const checked = (more: Partial<Config>) =>
    checkConfig(
      { database: { client: 'sqlite3', filename: './never-made.db' }, plugins: [], secrets, ...more },
      { logger: false, environment: {}, folder },
    )
  const file = { use: 'file', id: '2026', path: 'one.key' } as const

  it('need no master key among the secrets, unless one of them is the environment', async () => {
    expect((await checked({ keyProviders: { file } })).secrets.masterKey).toEqual([])
    const missing = { faults: [{ code: 'MISSING_SECRET', path: 'secrets.masterKey' }] }
    await expect(checked({})).rejects.toMatchObject(missing)
    const environment = { use: 'environment' }
    await expect(checked({ keyProviders: { file, environment } })).rejects.toMatchObject(missing)
    await checked({ keyProviders: { file, environment }, secrets: { ...secrets, masterKey } })
  })

  it('are checked as other drivers are', async () => {
    const wrong: Record<string, NonNullable<Config['keyProviders']>> = {
      'keyProviders.file.use': { file: { ...file, use: 'fil' } },
      'keyProviders.file.path': { file: { use: 'file', id: '2026' } },
      'keyProviders.file.id': { file: { ...file, id: 'with/slash' } },
      'keyProviders.command.timeoutMs': { command: { use: 'command', id: 'a', run: ['x'], timeoutMs: 10 } },
      keyProviders: {},
    }
    for (const [path, keyProviders] of Object.entries(wrong))
      await expect(checked({ keyProviders }), path).rejects.toMatchObject({ faults: [{ path }] })
  })
})
