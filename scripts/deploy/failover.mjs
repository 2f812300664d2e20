// Patroni's own check of its file, and HAProxy between two nodes of which one is primary.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentOfTools, runTool } from './debian-tools.mjs'
import { freePort } from './free-port.mjs'
import { expectThat, kitText, replaceEach } from './kit.mjs'

const MOST_TRIES = 200
const TRY_AGAIN_MS = 50
/** What Patroni looks for in the folder of PostgreSQL. */
const PROGRAMS = ['pg_ctl', 'initdb', 'pg_controldata', 'pg_basebackup', 'postgres', 'pg_isready', 'pg_rewind']

/** @param {import('node:net').Server | import('node:http').Server} server */
async function listening(server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port
}

/** Patroni takes the file, its hosts and folders being of this machine. */
export async function tryPatroni() {
  const folder = mkdtempSync(join(tmpdir(), 'parakh-patroni-'))
  const etcd = createServer((socket) => socket.destroy())
  try {
    mkdirSync(join(folder, 'bin'))
    for (const program of PROGRAMS) {
      writeFileSync(join(folder, 'bin', program), '#!/bin/sh\necho "postgres (PostgreSQL) 17.1"\n')
      chmodSync(join(folder, 'bin', program), 0o755)
    }
    const host = `127.0.0.1:${await listening(etcd)}`
    const file = join(folder, 'patroni.yaml')
    const replaced = replaceEach(kitText('patroni/patroni.yaml'), {
      '0.0.0.0:8008': `127.0.0.1:${await freePort()}`,
      '0.0.0.0:5432': `127.0.0.1:${await freePort()}`,
      '10.0.0.21:2379': host,
      '10.0.0.22:2379': host,
      '10.0.0.23:2379': host,
      '/usr/lib/postgresql/17/bin': join(folder, 'bin'),
      '/var/lib/postgresql/17/parakh': join(folder, 'data'),
    })
    writeFileSync(file, replaced)
    const said = runTool('patroni', ['--validate-config', file])
    expectThat(said.trim() === '', `Patroni finds no fault: ${said}`)
  } finally {
    etcd.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A machine of Patroni: its answer to /primary, and a PostgreSQL that says its name. @param {string} name */
async function node(name) {
  const state = { primary: false }
  const patroni = createHttpServer((request, response) => {
    response.writeHead(request.url === '/primary' && state.primary ? 200 : 503).end()
  })
  const postgres = createServer((socket) => socket.on('error', () => undefined).write(name))
  const [check, port] = [await listening(patroni), await listening(postgres)]
  const end = () => {
    patroni.close()
    patroni.closeAllConnections()
    postgres.close()
  }
  return { state, check, port, end }
}

/** Which node a new connection reaches; null: none. @param {number} port @returns {Promise<string | null>} */
const reached = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('data', (name) => socket.end(() => resolve(name.toString())))
    socket.once('error', () => resolve(null))
    socket.once('close', () => resolve(null))
  })

/** Both nodes count as primary until the first checks of HAProxy, and take turns: so twice. @param {number} port @param {string | null} wanted */
async function untilReached(port, wanted) {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if ((await reached(port)) === wanted && (await reached(port)) === wanted) return
    await sleep(TRY_AGAIN_MS)
  }
  throw new Error(`a connection does not reach ${wanted ?? 'nobody'}`)
}

/** New connections lead to whoever is primary, and those to a node that is none any more are ended. */
export async function tryHaproxy() {
  const folder = mkdtempSync(join(tmpdir(), 'parakh-haproxy-'))
  const [one, other, port] = [await node('one'), await node('other'), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  const replaced = replaceEach(kitText('patroni/haproxy.cfg'), {
    '127.0.0.1:5000': `127.0.0.1:${port}`,
    '10.0.0.11:5432 check port 8008': `127.0.0.1:${one.port} check port ${one.check}`,
    '10.0.0.12:5432 check port 8008': `127.0.0.1:${other.port} check port ${other.check}`,
    'inter 2s': 'inter 100ms',
  })
  // The second name of this HAProxy in the comment is replaced with the rest, and changes nothing.
  writeFileSync(file, replaced)
  runTool('haproxy', ['-c', '-f', file])
  one.state.primary = true
  const child = spawn('haproxy', ['-db', '-f', file], { env: environmentOfTools(), stdio: 'ignore' })
  try {
    await untilReached(port, 'one')
    const kept = connect({ host: '127.0.0.1', port }).on('error', () => undefined)
    const [name] = await once(kept, 'data')
    const ended = once(kept, 'close', { signal: AbortSignal.timeout(MOST_TRIES * TRY_AGAIN_MS) })
    expectThat(name.toString() === 'one', 'a connection stays with the primary')
    one.state.primary = false
    await untilReached(port, null)
    await ended.catch(() => expectThat(false, 'a connection to the former primary is ended'))
    other.state.primary = true
    await untilReached(port, 'other')
  } finally {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    one.end()
    other.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
