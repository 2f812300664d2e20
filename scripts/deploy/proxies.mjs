// nginx and Caddy with the files of the kit, in front of a server that runs: what reaches it over TLS, and what does not.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request } from 'node:https'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentOfTools } from './debian-tools.mjs'
import { freePort } from './free-port.mjs'
import { expectThat, kitText, replaceEach } from './kit.mjs'
import { losingServers, tryLostCalls } from './retried-call.mjs'
import { certificate } from './self-signed.mjs'

const BRANCH = '/api/v1/bank-ifsc-details?ifsc=KKBK0000261'
const TOKEN = '/api/v1/auth/token'
/** In the files of the kit. */
const NAME = 'api.acme.example'
/** Quoted, as the draft of the IETF has it. */
const KEY = '"kit/call+1=="'
const CLAIMED = '203.0.113.9'
const LARGER = 'x'.repeat(200_000)
const OTHER_CALLER = '127.0.0.7'
const MOST_TRIES = 100
const TRY_AGAIN_MS = 50

/**
 * @typedef {{ readonly url: string, readonly headers: Record<string, string>, addressOf(requestId: string): string }} Served
 * @typedef {{ status: number | undefined, headers: import('node:http').IncomingHttpHeaders, body: string }} Answer
 * @typedef {{ method?: string, headers?: Record<string, string>, body?: string, localAddress?: string }} Asked
 */

/** @param {import('node:http').ClientRequest} sent @param {string} body @returns {Promise<Answer>} */
function answered(sent, body) {
  return new Promise((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', async (response) => {
      const parts = []
      for await (const part of response) parts.push(part)
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() })
    })
    sent.end(body)
  })
}

/**
 * Asks over TLS, with the certificate checked.
 *
 * @param {number} port
 * @param {string} path
 * @param {Asked} [asked]
 */
const ask = (port, path, { method = 'GET', headers = {}, body = '', localAddress = '127.0.0.1' } = {}) =>
  answered(
    request({
      ...{ host: '127.0.0.1', port, path, method, headers, localAddress },
      ...{ servername: 'localhost', ca: certificate().cert, agent: false },
    }),
    body,
  )

/** @param {number} port */
async function untilItListens(port) {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reached = await ask(port, '/healthz').catch(() => null)
    if (reached !== null) return
    await sleep(TRY_AGAIN_MS)
  }
  throw new Error('it does not listen')
}

/**
 * What holds behind each of the two.
 *
 * @param {number} port
 * @param {Served} served
 * @param {string} host The name that callers use.
 */
async function tryPassing(port, { headers: credentials, addressOf }, host) {
  const headers = { ...credentials, host }
  const call = await ask(port, BRANCH, { headers: { ...headers, 'x-forwarded-for': CLAIMED, 'idempotency-key': KEY } })
  expectThat(
    call.status === 200 && call.body.includes('KKBK0000261'),
    `a call is answered: ${call.status} ${call.body}`,
  )
  expectThat(
    /max-age=\d{8}/.test(call.headers['strict-transport-security'] ?? ''),
    'browsers are told to keep to https',
  )
  expectThat(call.headers['idempotency-key'] === KEY.slice(1, -1), 'Idempotency-Key reaches the server')
  const seen = addressOf(KEY.slice(1, -1))
  expectThat(seen === '127.0.0.1', `the address of a caller is its own, not the one it claims: ${seen}`)
  const other = await ask(port, BRANCH, { headers, localAddress: OTHER_CALLER })
  const otherSeen = addressOf(String(other.headers['x-request-id']))
  expectThat(otherSeen === OTHER_CALLER, `the proxy is trusted to say who calls: ${otherSeen}`)
  const largest = await ask(port, TOKEN, { method: 'POST', headers, body: 'x'.repeat(65_000) })
  expectThat(largest.headers['x-request-id'] !== undefined && largest.status !== 413, 'the largest body passes')
  const larger = await ask(port, TOKEN, { method: 'POST', headers, body: LARGER })
  expectThat(larger.status === 413, `a larger body is refused: ${larger.status}`)
  for (const path of ['/metrics', '/admin/v1/accounts', '/admin/v1/openapi.json', '/console/../metrics']) {
    const closed = await ask(port, path, { headers })
    expectThat(
      closed.status === 404 && closed.headers['x-request-id'] === undefined,
      `${path} does not pass: ${closed.status}`,
    )
  }
}

/**
 * Runs a proxy in the foreground for as long as it is tried.
 *
 * @param {readonly [string, ...string[]]} command
 * @param {{ readonly cwd: string, readonly env?: Record<string, string>, readonly port: number }} where
 * @param {() => Promise<void>} trial
 */
async function running([command, ...args], { cwd, env = {}, port }, trial) {
  const child = spawn(command, args, {
    cwd,
    env: { ...environmentOfTools(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  /** @type {string[]} */
  const said = []
  child.stderr.setEncoding('utf8').on('data', (text) => said.push(text))
  try {
    await untilItListens(port)
    await trial()
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${said.join('')}`)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** @param {string} folder */
function writeCertificate(folder) {
  const { key, cert } = certificate()
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'cert.pem'), cert)
}

/** @param {(folder: string) => Promise<void>} trial */
async function inFolder(trial) {
  const folder = mkdtempSync(join(tmpdir(), 'parakh-proxy-'))
  try {
    writeCertificate(folder)
    await trial(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} host The name that callers use.
 * @param {(hosts: readonly string[], retried: (port: number) => Promise<void>) => Promise<void>} run
 */
async function tryRetries(host, run) {
  const { hosts, tries, close } = await losingServers()
  try {
    await run(hosts, (port) =>
      tryLostCalls(tries, (path, headers) => ask(port, path, { headers: { ...headers, host } })),
    )
  } finally {
    close()
  }
}

/**
 * Runs nginx with the file of the kit.
 *
 * @param {readonly string[]} hosts Where the server listens.
 * @param {(at: { readonly port: number, readonly plain: number, readonly log: string }) => Promise<void>} trial
 */
const withNginx = (hosts, trial) =>
  inFolder(async (folder) => {
    const [plain, port] = [await freePort(), await freePort()]
    const log = join(folder, 'parakh.log')
    const site = replaceEach(kitText('nginx/parakh.conf'), {
      'server 127.0.0.1:3000;': hosts.map((host) => `server ${host} max_fails=0;`).join(' '),
      'listen 80;': `listen 127.0.0.1:${plain};`,
      'listen [::]:80;': '',
      'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
      'listen [::]:443 ssl http2;': '',
      '/etc/letsencrypt/live/api.acme.example/fullchain.pem': join(folder, 'cert.pem'),
      '/etc/letsencrypt/live/api.acme.example/privkey.pem': join(folder, 'key.pem'),
      '/var/log/nginx/parakh.log': log,
    })
    writeFileSync(join(folder, 'site.conf'), site)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const user = process.getuid?.() === 0 ? `user ${userInfo().username} root;` : ''
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${user} daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; events { worker_connections 64; }
http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
    )
    await running(['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { cwd: folder, port }, () =>
      trial({ port, plain, log }),
    )
  })

/** @param {Served} served */
export async function tryNginx(served) {
  await withNginx([new URL(served.url).host], async ({ port, plain, log }) => {
    await tryPassing(port, served, NAME)
    const larger = await ask(port, TOKEN, { method: 'POST', body: LARGER })
    expectThat(larger.headers['x-request-id'] === undefined, 'a larger body does not reach the server')
    await ask(port, '/documents/a-token-of-a-document')
    const moved = await answered(
      httpRequest({ host: '127.0.0.1', port: plain, path: '/docs', headers: { host: NAME }, agent: false }),
      '',
    )
    expectThat(moved.status === 308 && moved.headers.location === `https://${NAME}/docs`, 'http leads to https')
    const logged = readFileSync(log, 'utf8')
    expectThat(logged.includes('/api/v1/bank-ifsc-details'), 'calls are in the log')
    expectThat(!logged.includes('ifsc='), 'no query string is in the log')
    expectThat(!logged.includes('/documents/'), 'no path of a document is in the log')
  })
  await tryRetries(NAME, (hosts, retried) => withNginx(hosts, ({ port }) => retried(port)))
}

/** @param {string} host Where the server listens. @param {(port: number) => Promise<void>} trial */
const withCaddy = (host, trial) =>
  inFolder(async (folder) => {
    const port = await freePort()
    const site = replaceEach(kitText('caddy/Caddyfile'), {
      // A certificate of an authority cannot be had here.
      '{$PARAKH_SITE:https://api.acme.example} {': `{$PARAKH_SITE:https://api.acme.example} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
    })
    const globals = `{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${folder}/storage\n}\n`
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, globals + site)
    mkdirSync(join(folder, 'home'))
    const home = join(folder, 'home')
    const env = {
      ...{ PARAKH_SITE: `https://localhost:${port}`, PARAKH_UPSTREAM: host },
      ...{ HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    }
    await running(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], { cwd: folder, env, port }, () =>
      trial(port),
    )
  })

/** @param {Served} served */
export async function tryCaddy(served) {
  await withCaddy(new URL(served.url).host, (port) => tryPassing(port, served, 'localhost'))
  // One server: Caddy tries a GET again over a new connection.
  await tryRetries('localhost', ([host = ''], retried) => withCaddy(host, retried))
}
