// `npm start`: from a fresh clone to a white-label server in the sandbox, with one account, one key, and a call to paste.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './run-step.mjs'
import { setUp } from './set-up.mjs'

const FOLDER = join(ROOT, 'examples/white-label')
const CONFIG = join(FOLDER, 'parakh.yaml')
/** The account and key of the first run; git ignores the folder. */
const KEPT = join(FOLDER, 'data', 'sandbox-key.json')
const LOG = join(FOLDER, 'data', 'server.log')
const BRANCH = 'KKBK0000261'

/**
 * @typedef {{ api_key: string, api_secret: string }} SandboxKey
 * @typedef {typeof import('../packages/cli/src/index.ts')} Cli
 */

/**
 * Runs `parakh … --json` in this process and reads its object.
 *
 * @param {Cli} cli
 * @param {...string} args
 * @returns {Promise<any>}
 */
async function parakh({ run, processTerminal }, ...args) {
  /** @type {string[]} */
  const printed = []
  /** @type {string[]} */
  const faults = []
  const terminal = {
    ...processTerminal(),
    out: (/** @type {string} */ text) => void printed.push(text),
    err: (/** @type {string} */ text) => void faults.push(text),
  }
  const code = await run(['node', 'parakh', ...args, '--config', CONFIG, '--json'], terminal)
  if (code !== 0) throw new Error(`parakh ${args.join(' ')} failed:\n${faults.join('')}`)
  return JSON.parse(printed.join(''))
}

/**
 * Starts the server; its log goes to a file, for it would hide what is printed here.
 *
 * @param {Cli} cli
 * @returns {Promise<{ url: string, ended: Promise<number> }>} Its address, and the exit code with which it ends.
 */
async function serve({ run, processTerminal }) {
  mkdirSync(dirname(LOG), { recursive: true })
  writeFileSync(LOG, '')
  /** @type {Promise<number> | undefined} */
  let ended
  const url = await new Promise((resolve, reject) => {
    const terminal = {
      ...processTerminal(),
      out: (/** @type {string} */ line) => resolve(JSON.parse(line).url),
      err: (/** @type {string} */ text) => appendFileSync(LOG, text),
    }
    ended = run(['node', 'parakh', 'serve', '--development', '--migrate', '--config', CONFIG, '--json'], terminal)
    ended.then(() => {
      const log = readFileSync(LOG, 'utf8')
      const hint = log.includes('ADDRESS_UNAVAILABLE') ? 'Another port for this start: PORT=3100 npm start' : ''
      reject(new Error(`The server did not start:\n${log}${hint}`))
    }, reject)
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
 * @param {Cli} cli
 * @returns {Promise<SandboxKey>}
 */
async function newKey(cli) {
  const { account_id } = await parakh(cli, 'accounts', 'create', '--name', 'First account', '--role', 'developer')
  const key = await parakh(
    cli,
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

Its log is examples/white-label/data/server.log. Ctrl-C stops it.`)
}

try {
  await setUp()
  /** @type {Cli} */
  const cli = await import('../packages/cli/dist/index.js')
  const { url, ended } = await serve(cli)
  printWelcome(url, (await knownKey(url)) ?? (await newKey(cli)))
  process.exitCode = await ended
  console.log(process.exitCode === 0 ? 'Drained and ended.' : readFileSync(LOG, 'utf8'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
