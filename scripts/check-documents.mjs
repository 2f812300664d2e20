// Lints the OpenAPI document and runs the Postman collection, both as the white-label server generates them, against that
// server with a database of its own.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { passesOwaspRules } from './owasp-rules.mjs'
import { ROOT } from './run-step.mjs'

const PARAKH = join(ROOT, 'packages/cli/bin/parakh.js')
/** Below the example, so that its plugins are found; below data/, so that git ignores it. */
const FOLDER = join(ROOT, 'examples/white-label/data/check-documents')
const CONFIG = join(FOLDER, 'parakh.yaml')
/** A collection runs every endpoint several times within one minute. */
const LIMITS = '\nrateLimits: { perEndpoint: 100000, sandbox: 100000 }\n'

/**
 * Runs a program to its end; its output goes to this terminal.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @throws {Error} when it fails.
 */
function must(command, args) {
  console.log(`$ ${[command === process.execPath ? 'node' : command, ...args].join(' ')}`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ended with ${status}`)
}

/**
 * Runs `parakh … --json` and reads its object.
 *
 * @param {...string} args
 * @returns {any}
 */
function parakh(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PARAKH, ...args, '--config', CONFIG, '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  if (status !== 0) throw new Error(`parakh ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Starts the server and waits for its ready line. */
async function startServer() {
  const child = spawn(
    process.execPath,
    [PARAKH, 'serve', '--development', '--migrate', '--port', '0', '--config', CONFIG, '--json'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  /** @type {string[]} */
  const log = []
  child.stderr.setEncoding('utf8').on('data', (text) => log.push(text))
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit').then(() => null)])
  if (line === null) throw new Error(`the server did not start:\n${log.join('')}`)
  return { child, url: JSON.parse(line[0]).url }
}

/** Makes an account with a key and money enough, and runs the collection with it. @param {string} url */
function runCollection(url) {
  const { account_id } = parakh('accounts', 'create', '--name', 'Newman', '--role', 'developer')
  const key = parakh('keys', 'create', '--account', account_id, '--environment', 'sandbox')
  parakh(
    'wallets',
    'credit',
    '--account',
    account_id,
    '--environment',
    'sandbox',
    '--amount',
    '100000.00',
    '--reference',
    'newman',
  )
  const collection = join(FOLDER, 'collection.json')
  const environment = join(FOLDER, 'environment.json')
  const values = Object.entries({ baseUrl: url, apiKey: key.api_key, apiSecret: key.api_secret })
  writeFileSync(environment, JSON.stringify({ values: values.map(([name, value]) => ({ key: name, value })) }))
  must(process.execPath, [PARAKH, 'postman', '--config', CONFIG, '--out', collection])
  must('node_modules/.bin/newman', [
    'run',
    collection,
    '--environment',
    environment,
    '--reporters',
    'cli',
    '--reporter-cli-no-success-assertions',
  ])
}

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
writeFileSync(CONFIG, readFileSync(join(ROOT, 'examples/white-label/parakh.yaml'), 'utf8') + LIMITS)
try {
  const { child, url } = await startServer()
  try {
    const document = join(FOLDER, 'openapi.json')
    must(process.execPath, [PARAKH, 'openapi', '--config', CONFIG, '--out', document])
    must('node_modules/.bin/redocly', ['lint', document, '--config', 'redocly.yaml'])
    const adminDocument = join(FOLDER, 'admin-openapi.json')
    must(process.execPath, [PARAKH, 'openapi', '--admin', '--config', CONFIG, '--out', adminDocument])
    for (const file of [document, adminDocument])
      if (!(await passesOwaspRules(file))) throw new Error(`${file} does not pass the rules of OWASP`)
    runCollection(url)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  if (child.exitCode !== 0) throw new Error(`the server ended with ${child.exitCode}`)
} finally {
  rmSync(FOLDER, { recursive: true, force: true })
}
