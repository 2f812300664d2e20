// A server with the configuration of the kit, on SQLite, and what the files of the kit ask it.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-step.mjs'
import { endServer, exampleServer } from '../served-example.mjs'
import { dockerfileArguments } from './files.mjs'
import { freePort } from './free-port.mjs'
import { expectThat, kitDocuments, kitText, replaceEach } from './kit.mjs'
import { exportedNames, tryMetricNames } from './metric-names.mjs'

const secret = () => randomBytes(32).toString('base64')
const secrets = () => ({ PARAKH_PEPPER: secret(), PARAKH_MASTER_KEY: secret(), PARAKH_JWT_KEY: secret() })
const POSTGRES = `  client: pg
  connection: \${DATABASE_URL}
  pool: { max: 10 }`
const SQLITE = `  client: sqlite3
  filename: ./kit.db`
const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe']

/**
 * Serves the kit's configuration for as long as it is tried.
 *
 * @param {(served: import('./proxies.mjs').Served & { readonly operations: string }) => Promise<void>} trial
 */
export async function servingKit(trial) {
  const example = exampleServer('check-deploy', {
    // The admin API is open, so that it is the proxies that close it.
    yaml: replaceEach(kitText('parakh.yaml'), { [POSTGRES]: SQLITE, 'enabled: false': 'enabled: true' }),
    environment: {
      ...secrets(),
      ...{ NODE_ENV: 'production', PARAKH_PUBLIC_URL: 'https://api.acme.example', PARAKH_DRAIN_DELAY_SECONDS: '0' },
      PARAKH_OPERATIONS_PORT: String(await freePort()),
    },
  })
  try {
    const { child, url, operations = '' } = await example.start()
    try {
      const { account_id } = example.parakh('accounts', 'create', '--name', 'Acme', '--role', 'developer')
      const key = example.parakh('keys', 'create', '--account', account_id, '--environment', 'sandbox')
      const addressOf = (/** @type {string} */ requestId) =>
        example.parakh('usage', 'get', requestId, '--account', account_id, '--environment', 'sandbox').ip
      const headers = { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret, 'content-type': 'application/json' }
      await trial({ url, operations, headers, addressOf })
    } finally {
      await endServer(child)
    }
    expectThat(child.exitCode === 0, `SIGTERM drains: ${child.exitCode}`)
  } finally {
    example.remove()
  }
}

/** The health check of the image, as it would run in it. @param {number} port */
function healthCheck(port) {
  const [, ...args] = dockerfileArguments('HEALTHCHECK')
  return spawnSync(process.execPath, args, { env: { PORT: String(port) } }).status
}

/** The health check of the image and the probes of Kubernetes ask for what is there. @param {{ readonly url: string, readonly operations: string }} served */
export async function tryProbes({ url, operations }) {
  expectThat(healthCheck(Number(new URL(url).port)) === 0, 'the health check of the image finds the server')
  expectThat(healthCheck(await freePort()) === 1, 'it does not find one where none is')
  const { containers } = kitDocuments('kubernetes/parakh.yaml').find(({ kind }) => kind === 'Deployment').spec.template
    .spec
  const [container] = containers
  for (const probe of PROBES) {
    const { path, port } = container[probe].httpGet
    const base = { http: url, operations }[String(port)]
    const status = base === undefined ? 0 : (await fetch(`${base}${path}`)).status
    expectThat(status === 200, `${probe} asks for ${path} at ${port}: ${status}`)
  }
}

/** The metrics of a server with an external wallet and resale, which the kit's does not have. The wallet itself need not run. */
async function namesOfOptionalParts() {
  const example = exampleServer('check-deploy-wallet', {
    yaml: `database: { client: sqlite3, filename: ./wallet.db }
plugins: { '@parakh/ifsc': {}, '@parakh/resale': {}, './../../../own-wallet/src/own-wallet.ts': {} }
wallet: { use: own, connection: 'postgres://127.0.0.1:${await freePort()}/nobody' }
server: { operations: { port: ${await freePort()} } }
`,
  })
  try {
    const { child, operations } = await example.start('--development')
    try {
      return exportedNames(await (await fetch(`${operations}/metrics`)).text())
    } finally {
      await endServer(child)
    }
  } finally {
    example.remove()
  }
}

/** They are exported once a job was due while somebody asked, which cannot be had at will: their names are taken from the source. */
function namesOfJobs() {
  const source = readFileSync(join(ROOT, 'packages/kernel/src/background/job-metrics.ts'), 'utf8')
  return [...source.matchAll(/'(parakh_jobs_\w+)'/g)].map(([, name = '']) => name)
}

/** Alerts and panels name metrics of servers that run. @param {{ readonly operations: string }} served */
export async function tryMetrics({ operations }) {
  const names = exportedNames(await (await fetch(`${operations}/metrics`)).text())
  const page = readFileSync(join(ROOT, 'docs/reference/http.md'), 'utf8')
  tryMetricNames(new Set([...names, ...(await namesOfOptionalParts()), ...namesOfJobs()]), page)
}
