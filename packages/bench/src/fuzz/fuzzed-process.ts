import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHost } from '@parakh/server'
import type { OwnDatabase } from '../rig/database.ts'
import { rigSecrets } from '../rig/server-settings.ts'
import { fuzzedConfig, PLUGINS_FROM } from './fuzzed-config.ts'
import type { FuzzedServer, ProcessMemory } from './fuzzed-server.ts'

const ENTRY = new URL('../../dist/fuzz/fuzz-entry.js', import.meta.url)
const ERROR_LINE = /^\{"level":50,/

/**
 * Starts a server in a process of its own. `buildServers` comes first.
 *
 * @param database Empty; it is dropped with the server.
 * @throws With what it logged, where it ends before it takes requests.
 */
export async function fuzzedProcess(database: OwnDatabase): Promise<FuzzedServer> {
  const secrets = rigSecrets()
  const folder = mkdtempSync(join(tmpdir(), 'parakh-fuzz-'))
  const file = join(folder, 'stderr.log')
  const log = openSync(file, 'w')
  const child = fork(ENTRY, {
    ...{ stdio: ['ignore', log, log, 'ipc'], execArgv: ['--expose-gc'] },
    env: { ...process.env, PARAKH_FUZZ: JSON.stringify({ database: database.database, secrets }) },
  })
  closeSync(log)
  const lines = (): readonly string[] => readFileSync(file, 'utf8').split('\n')
  const ended = once(child, 'exit')
  const early = ended.then(([code]) =>
    Promise.reject(new Error(`the server ended with ${code}:\n${lines().join('\n')}`)),
  )
  const [{ url }] = (await Promise.race([once(child, 'message'), early])) as [{ url: string }]
  early.catch(() => undefined)
  const host = await openHost(fuzzedConfig(database.database, secrets), { folder: PLUGINS_FROM, logger: false })
  return {
    ...{ url, host, database, errors: () => lines().filter((line) => ERROR_LINE.test(line)) },
    async memory() {
      child.send('memory')
      const [memory] = (await Promise.race([once(child, 'message'), early])) as [ProcessMemory]
      return memory
    },
    async close() {
      await host.stop()
      child.kill('SIGTERM')
      await ended
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
