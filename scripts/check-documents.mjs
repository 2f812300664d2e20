// Lints the OpenAPI document and runs the Postman collection, both as the white-label server generates them, against that
// server with a database of its own.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { passesOwaspRules } from './owasp-rules.mjs'
import { ROOT } from './run-step.mjs'
import { endServer, exampleServer, PARAKH } from './served-example.mjs'

/** A collection runs every endpoint several times within one minute. */
const LIMITS = '\nrateLimits: { perEndpoint: 100000, sandbox: 100000 }\n'

const example = exampleServer('check-documents', {
  yaml: readFileSync(join(ROOT, 'examples/white-label/parakh.yaml'), 'utf8') + LIMITS,
})
const { folder: FOLDER, config: CONFIG, parakh } = example

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

try {
  const { child, url } = await example.start('--development')
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
    await endServer(child)
  }
  if (child.exitCode !== 0) throw new Error(`the server ended with ${child.exitCode}`)
} finally {
  example.remove()
}
