// `npm start`: from a fresh clone to a white-label server in the sandbox, with one account, one key, and a call to paste.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './run-step.mjs'
import { setUp } from './set-up.mjs'

const FOLDER = join(ROOT, 'examples/white-label')
const CONFIG = join(FOLDER, 'parakh.yaml')
/** The account and key of the first run; git ignores the folder. */
const KEPT = join(FOLDER, 'data', 'sandbox-key.json')
const BRANCH = 'KKBK0000261'

/**
 * @typedef {{ api_key: string, api_secret: string }} SandboxKey
 * @typedef {(argv: string[], terminal: object) => Promise<number>} Run
 */

/**
 * A terminal that keeps what a command prints.
 *
 * @param {(line: string) => void} [heard] Hears standard output as it comes.
 */
function quietTerminal(heard = () => undefined) {
  const written = { out: '', err: '' }
  return {
    written,
    out: (/** @type {string} */ text) => {
      written.out += text
      heard(text)
    },
    err: (/** @type {string} */ text) => {
      written.err += text
    },
    interactive: false,
    env: process.env,
    cwd: ROOT,
  }
}

/**
 * Runs `parakh … --json` in this process and reads its object.
 *
 * @param {Run} run
 * @param {...string} args
 * @returns {Promise<any>}
 */
async function parakh(run, ...args) {
  const terminal = quietTerminal()
  const code = await run(['node', 'parakh', ...args, '--config', CONFIG, '--json'], terminal)
  if (code !== 0) throw new Error(`parakh ${args.join(' ')} failed:\n${terminal.written.err}`)
  return JSON.parse(terminal.written.out)
}

/**
 * Starts the server.
 *
 * @param {Run} run
 * @returns {Promise<{ url: string, ended: Promise<number> }>} Its address, and the exit code with which it ends.
 */
async function serve(run) {
  /** @type {Promise<number> | undefined} */
  let ended
  const url = await new Promise((resolve, reject) => {
    const terminal = quietTerminal((line) => resolve(JSON.parse(line).url))
    ended = run(['node', 'parakh', 'serve', '--development', '--migrate', '--config', CONFIG, '--json'], terminal)
    ended.then(() => reject(new Error(`The server did not start:\n${terminal.written.err}`)), reject)
  })
  return { url, ended: /** @type {Promise<number>} */ (ended) }
}

/**
 * The key of an earlier run, if the database still knows it.
 *
 * @param {string} url
 * @returns {Promise<SandboxKey | null>}
 */
async function knownKey(url) {
  try {
    const key = JSON.parse(readFileSync(KEPT, 'utf8'))
    const { status } = await fetch(`${url}/api/v1/balance`, { headers: credentials(key) })
    return status === 401 ? null : key
  } catch {
    return null
  }
}

/**
 * @param {Run} run
 * @returns {Promise<SandboxKey>}
 */
async function newKey(run) {
  const { account_id } = await parakh(run, 'accounts', 'create', '--name', 'First account', '--role', 'developer')
  const key = await parakh(
    run,
    'keys',
    'create',
    '--account',
    account_id,
    '--environment',
    'sandbox',
    '--label',
    'npm start',
  )
  mkdirSync(dirname(KEPT), { recursive: true })
  writeFileSync(KEPT, `${JSON.stringify({ account_id, ...key }, null, 2)}\n`, { mode: 0o600 })
  return key
}

/** @param {SandboxKey} key */
const credentials = (key) => ({ 'X-API-Key': key.api_key, 'X-API-Secret': key.api_secret })

/**
 * @param {string} url
 * @param {SandboxKey} key
 */
function printWelcome(url, key) {
  const headers = Object.entries(credentials(key)).map(([name, value]) => `-H '${name}: ${value}'`)
  console.log(`
Parakh is ready, in the sandbox, with development secrets (examples/white-label/.parakh; production needs its own).

  Base URL        ${url}
  Reference page  ${url}/docs
  Sandbox key     ${key.api_key}
  Sandbox secret  ${key.api_secret}

A real bank branch, for 0.50 of the 100 rupees of test credit:

curl -s '${url}/api/v1/bank-ifsc-details?ifsc=${BRANCH}' ${headers.join(' ')}

Ctrl-C ends it.`)
}

try {
  await setUp()
  /** @type {{ run: Run }} */
  const { run } = await import('../packages/cli/dist/index.js')
  const { url, ended } = await serve(run)
  printWelcome(url, (await knownKey(url)) ?? (await newKey(run)))
  process.exitCode = await ended
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
