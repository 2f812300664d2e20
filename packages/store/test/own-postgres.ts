import { fork } from 'node:child_process'
import { once } from 'node:events'

type Signal = 'SIGINT' | 'SIGQUIT'

/** A PostgreSQL server of one test's own, to be troubled. */
export interface OwnPostgres {
  readonly url: string
  /** Ends it. `SIGINT` cuts every connection, `SIGQUIT` ends it as a crash does. */
  end(signal: Signal): Promise<void>
  /** Starts it again, after `end`. */
  begin(): Promise<void>
  restart(signal: Signal): Promise<void>
}
/** One server. */
export interface LonePostgres extends OwnPostgres {
  close(): Promise<void>
}
/** A primary, and a standby that receives all that it writes. Neither waits for the other unless it is told to. */
export interface ReplicatedPostgres {
  readonly primary: OwnPostgres
  readonly standby: OwnPostgres
  close(): Promise<void>
}

/** Starts a server on a port of its own, with empty data. */
export async function startOwnPostgres(): Promise<LonePostgres> {
  const { urls, own, close } = await startServers([])
  return { ...own('primary', urls[0]), close }
}

/** Starts a primary and its standby, on ports of their own, with empty data. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const { urls, own, close } = await startServers(['--standby'])
  return { primary: own('primary', urls[0]), standby: own('standby', urls[1]), close }
}

async function startServers(args: readonly string[]) {
  const script = new URL('../../../test/postgres-server.mjs', import.meta.url)
  const child = fork(script, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const ended = once(child, 'exit')
  const failed = ended.then(() => Promise.reject(new Error('PostgreSQL did not start: the line before says why')))
  const [told]: unknown[] = await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  const ask = async (message: object): Promise<void> => {
    const done = once(child, 'message')
    child.send(message)
    await Promise.race([done, failed])
  }
  return {
    urls: [told].flat().map(String),
    own(server: 'primary' | 'standby', url = ''): OwnPostgres {
      const end = (signal: Signal) => ask({ server, signal })
      const begin = () => ask({ server })
      return {
        ...{ url, end, begin },
        async restart(signal) {
          await end(signal)
          await begin()
        },
      }
    },
    async close() {
      child.disconnect()
      await ended
    },
  }
}
