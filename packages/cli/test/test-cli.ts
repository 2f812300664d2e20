import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeMigratedFile } from '../../../test/databases.ts'
import { run, type Terminal } from '../src/index.ts'

/** The result of a command. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Standard output as a JSON object. */
  json<T = Record<string, unknown>>(): T
}

/** A folder with a configuration, in which commands run. */
export interface TestCli extends AsyncDisposable {
  readonly folder: string
  /** Lines of standard input that are still to be read. */
  readonly typed: string[]
  /** A terminal in this folder; `signal` simulates SIGTERM. */
  terminal(): RecordingTerminal
  parakh(...args: string[]): Promise<Outcome>
}

/** A terminal that records its output. */
export interface RecordingTerminal extends Terminal {
  readonly written: { out: string; err: string }
  readonly exits: number[]
  signal(): void
}

/** A configuration with two plugins that answer in the sandbox. */
export const CONFIGURATION = `
brand: { name: Test Verify }
database: { client: sqlite3, filename: ./data/test.db }
plugins: { '@parakh/ifsc': {}, '@parakh/pan': {} }
secrets:
  pepper: a pepper for tests alone
  subjectKeys: a subject key for tests alone
  masterKey: MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
  jwtKeys: MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
`

/** The same with more under `plugins`, as in braces of YAML: `'@parakh/funding': {}`. */
export const configurationWith = (plugins: string): string =>
  CONFIGURATION.replace('plugins: {', `plugins: { ${plugins},`)

/**
 * Creates a folder with a configuration that can use the plugins of this repository.
 *
 * @param configuration The text of its parakh.yaml.
 */
export async function testCli(configuration: string = CONFIGURATION): Promise<TestCli> {
  const folder = await mkdtemp(join(tmpdir(), 'parakh-cli-'))
  await writeFile(join(folder, 'parakh.yaml'), configuration)
  await symlink(fileURLToPath(new URL('../node_modules', import.meta.url)), join(folder, 'node_modules'))
  const typed: string[] = []
  const terminal = () => recordingTerminal(folder, typed)
  return {
    folder,
    typed,
    terminal,
    async parakh(...args) {
      const used = terminal()
      const code = await run(['node', 'parakh', ...args], used)
      return { code, ...used.written, json: () => parse(used.written) }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The same with a migrated database and one account. */
export async function testCliWithAccount(configuration?: string): Promise<TestCli & { readonly account: string }> {
  const made = await testCli(configuration)
  const data = join(made.folder, 'data')
  await mkdir(data, { mode: 0o700 })
  await writeMigratedFile(join(data, 'test.db'))
  await made.parakh('migrate')
  const created = await made.parakh('accounts', 'create', '--name', 'Acme', '--role', 'developer', '--json')
  return { ...made, account: created.json<{ account_id: string }>().account_id }
}

function parse({ out, err }: { out: string; err: string }) {
  if (out === '') throw new Error(`nothing on standard output, and on standard error: ${err}`)
  return JSON.parse(out)
}

function recordingTerminal(cwd: string, typed: string[]): RecordingTerminal {
  const written = { out: '', err: '' }
  const listeners = new Set<() => void>()
  const exits: number[] = []
  return {
    written,
    exits,
    out(text) {
      written.out += text
    },
    err(text) {
      written.err += text
    },
    line: async () => typed.shift() ?? '',
    answers: () => (typed.length === 0 ? null : { next: async () => typed.shift() ?? null, close: () => undefined }),
    interactive: false,
    env: {},
    cwd,
    onSignal(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onTrouble: () => undefined,
    exit: (code) => void exits.push(code),
    signal() {
      for (const listener of [...listeners]) listener()
    },
  }
}
