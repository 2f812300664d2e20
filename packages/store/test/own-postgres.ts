import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A PostgreSQL server of one test's own, to be troubled. */
export interface OwnPostgres {
  readonly url: string
  /** Ends and starts it. `SIGINT` cuts every connection, `SIGQUIT` ends it as a crash does. */
  restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  close(): Promise<void>
}

/** Starts a server on a port of its own, with empty data. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const server = fork(new URL('../../../test/postgres-server.mjs', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = once(server, 'exit')
  const failed = ended.then(() => Promise.reject(new Error('PostgreSQL did not start: the line before says why')))
  const [url] = await Promise.race([once(server, 'message'), failed])
  failed.catch(() => undefined)
  return {
    url: String(url),
    async restart(signal) {
      const restarted = once(server, 'message')
      server.send(signal)
      await restarted
    },
    async close() {
      server.disconnect()
      await ended
    },
  }
}
