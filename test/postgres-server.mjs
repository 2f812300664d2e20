// A real PostgreSQL from npm packages, in a process that ends it when its own parent ends. It tells its address by IPC; with the argument
// `--standby` the addresses of a primary and of a standby that follows it. Where it cannot start, it says why in one line and exits with 1.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { placePrograms, reachableFolder, serverUser } from './postgres-programs.mjs'

const READY = 'database system is ready to accept'

/** @returns {Promise<number>} A port that is free now. */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

/**
 * Runs a program of PostgreSQL, until it ends or says that it is ready.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<import('node:child_process').ChildProcess>}
 * @throws {Error} with the last line that it said, where it failed.
 */
async function run(program, args) {
  const env = { ...process.env, LC_ALL: 'C' }
  const child = spawn(program, args, { ...serverUser(), cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve(child)
        : reject(new Error(said.trim().split('\n').at(-1) || `${program} ended with ${code}`)),
    )
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = `${said}${text}`.slice(-2_000)
      if (text.includes(READY)) resolve(child)
    })
  })
}

/**
 * Ends a server, which a Ctrl-C in the terminal may have done before.
 *
 * @param {import('node:child_process').ChildProcess} server
 * @param {'SIGINT' | 'SIGQUIT'} signal
 */
async function end(server, signal) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

/**
 * A server on its data.
 *
 * @typedef {{ url: string, process: import('node:child_process').ChildProcess, begin(): Promise<import('node:child_process').ChildProcess> }} Server
 * @param {string} data
 * @param {{ postgres: string, password: string, settings?: readonly string[] }} how
 * @returns {Promise<Server>}
 */
async function serve(data, { postgres, password, settings = [] }) {
  const port = await freePort()
  const all = ['max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const begin = () => run(postgres, ['-D', data, '-p', `${port}`, ...all.flatMap((one) => ['-c', one])])
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, begin, process: await begin() }
}

/**
 * Makes the folder of the data, and starts a server in it, and one that follows it where that is asked for.
 *
 * @returns {Promise<{ primary: Server, standby: Server | null }>}
 */
async function start() {
  const { uid, gid } = serverUser()
  const { initdb, postgres } = await placePrograms(folder)
  const [data, passwordFile, password] = [
    join(folder, 'data'),
    join(folder, 'password'),
    randomBytes(16).toString('hex'),
  ]
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (uid !== undefined && gid !== undefined) for (const path of [data, passwordFile]) chownSync(path, uid, gid)
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  await run(initdb, [`--pgdata=${data}`, ...access, ...locale, '--no-sync'])
  if (!process.argv.includes('--standby')) return { primary: await serve(data, { postgres, password }), standby: null }
  // Of a server that has never run a copy of the files is a standby; pg_basebackup does not come with the package.
  const copy = join(folder, 'standby')
  execFileSync('cp', ['-a', data, copy])
  writeFileSync(join(copy, 'standby.signal'), '')
  const primary = await serve(data, { postgres, password, settings: ['wal_keep_size=1GB'] })
  const follow = `primary_conninfo=${primary.url}?application_name=standby`
  return { primary, standby: await serve(copy, { postgres, password, settings: [follow] }) }
}

let folder = ''
// The parent decides when: its end disconnects.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
try {
  folder = mkdtempSync(join(reachableFolder(), 'parakh-postgres-'))
  // The server runs as another user where we are root, and cannot pass a 0700 folder.
  chmodSync(folder, 0o755)
  const servers = await start()
  const { primary, standby } = servers
  // A test of trouble ends its own server: SIGINT cuts every connection, SIGQUIT ends it as a crash does. Without a signal it is started.
  process.on(
    'message',
    async (/** @type {{ server: 'primary' | 'standby', signal?: 'SIGINT' | 'SIGQUIT' }} */ asked) => {
      const server = servers[asked.server]
      if (server && asked.signal) await end(server.process, asked.signal)
      else if (server) server.process = await server.begin()
      process.send?.('done')
    },
  )
  process.once('disconnect', async () => {
    for (const server of [standby, primary]) if (server) await end(server.process, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  })
  process.send?.(standby ? [primary.url, standby.url] : primary.url)
} catch (error) {
  if (folder) rmSync(folder, { recursive: true, force: true })
  const reason = error instanceof Error ? error.message : error
  process.stderr.write(
    `No PostgreSQL for the tests: ${reason}. Name one: PARAKH_TEST_POSTGRES=postgres://user:password@host/database\n`,
  )
  process.exit(1)
}
