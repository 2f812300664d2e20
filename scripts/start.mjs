// `npm start`: from a fresh clone to a white-label server in the sandbox, with an account of demonstration, a key, a call to paste, and a link
// into the console.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adminClient } from './admin-client.mjs'
import { credentials, fillDemo, OWNER } from './demo-data.mjs'
import { ROOT } from './run-step.mjs'
import { setUp } from './set-up.mjs'

const FOLDER = join(ROOT, 'examples/white-label')
const CONFIG = join(FOLDER, 'parakh.yaml')
/** The account and key of the first run; git ignores the folder. */
const KEPT = join(FOLDER, 'data', 'sandbox-key.json')
const LOG = join(FOLDER, 'data', 'server.log')
const BRANCH = 'KKBK0000261'
/** For the token that fills the account. */
const FILL_MS = 600_000

/**
 * @typedef {{ account_id: string, api_key: string, api_secret: string }} SandboxKey
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
 * The first start: opens the account of the demonstration with its key, and fills it.
 *
 * @param {Cli} cli
 * @param {string} url
 * @returns {Promise<SandboxKey>}
 */
async function openDemo(cli, url) {
  const expires = new Date(Date.now() + FILL_MS).toISOString()
  // A name of its own: a start that was interrupted here has left one.
  const name = `npm-start-${Date.now()}`
  const { token } = await parakh(cli, ...['admin', 'tokens', 'create', '--name', name, '--expires', expires])
  const admin = await adminClient(url, token)
  const { account_id } = await admin.run('accounts.create', { name: 'Demo Lending', role: 'developer' })
  const asked = { account_id, environment: 'sandbox', label: 'npm start' }
  const key = { account_id, ...(await admin.run('keys.create', asked)) }
  mkdirSync(dirname(KEPT), { recursive: true })
  writeFileSync(KEPT, `${JSON.stringify(key, null, 2)}\n`, { mode: 0o600 })
  // A parakh.yaml that sells something else has other data: the server is there all the same.
  const inviteByLink = async (/** @type {{ email: string, role: string }} */ { email, role }) => {
    const place = ['--account', account_id, '--role', role, '--production', '--show-link']
    return (await parakh(cli, 'people', 'invite', email, ...place)).link
  }
  await fillDemo({ url, account_id, admin, inviteByLink }).catch((error) =>
    console.error(`The data of the demonstration is not whole: ${error.message}`),
  )
  return key
}

/**
 * A link that signs the owner of the demonstration in, once, within an hour. Each start prints another one.
 *
 * @param {Cli} cli
 * @param {string} url
 * @param {SandboxKey} key
 * @returns {Promise<string | null>} Null: the console is not listed.
 */
async function consoleLink(cli, url, { account_id }) {
  const { status } = await fetch(`${url}/console/session`)
  if (status !== 200) return null
  return (await parakh(cli, 'people', 'recover', OWNER, '--account', account_id)).link
}

/**
 * @param {string} url
 * @param {SandboxKey} key
 * @param {string | null} link
 */
function printWelcome(url, key, link) {
  const headers = Object.entries(credentials(key)).map(([name, value]) => `-H '${name}: ${value}'`)
  console.log(`
Parakh is ready, in the sandbox, with development secrets (examples/white-label/.parakh; production needs its own).

  Base URL        ${url}
  Reference page  ${url}/docs${link === null ? '' : `\n  Console         ${url}/console`}
  Sandbox key     ${key.api_key}
  Sandbox secret  ${key.api_secret}
${link === null ? '' : `\nThe console, signed in as the owner of Demo Lending (once, within an hour; the next start prints another link):\n\n${link}\n`}
A real bank branch, for half a rupee of the sandbox:

curl -s '${url}/api/v1/bank-ifsc-details?ifsc=${BRANCH}' ${headers.join(' ')}

Its log, in which mails with codes are lines too, is examples/white-label/data/server.log. Ctrl-C stops it.`)
}

try {
  await setUp()
  /** @type {Cli} */
  const cli = await import('../packages/cli/dist/index.js')
  const { url, ended } = await serve(cli)
  const key = (await knownKey(url)) ?? (await openDemo(cli, url))
  printWelcome(url, key, await consoleLink(cli, url, key))
  process.exitCode = await ended
  console.log(process.exitCode === 0 ? 'Drained and ended.' : readFileSync(LOG, 'utf8'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
