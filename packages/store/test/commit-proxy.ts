import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What becomes of a commit: `unsent` is cut off before the server has it, `unacknowledged` after it is done and before anybody is
 * told, `late` is cut off at once and reaches the server a while later, when the next try may be under way, `silent` is swallowed and
 * nothing is heard any more, as when the network is gone, `alone` is done without what was to be written before it, and nobody is told.
 */
export type CommitFault = 'unsent' | 'unacknowledged' | 'late' | 'silent' | 'alone'

/** A TCP proxy before PostgreSQL that cuts connections at the commit of a batch. */
export interface CommitProxy {
  /** Of the database, through the proxy. */
  readonly url: string
  /** Commits that were met with a fault. */
  readonly cuts: number
  /** Meets the next commits with these faults, in their order. */
  arm(...faults: readonly CommitFault[]): void
  close(): Promise<void>
}

/** The message of the protocol: `Q`, its length, the text, a zero. Knex writes its own commits otherwise, so only batches are met. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1')
/** In the name of the statement that writes. */
const WRITING = Buffer.from('batch_changes', 'latin1')
const COMMITTED = Buffer.from('COMMIT\0', 'latin1')
const LATE_MS = 300

/**
 * Opens a proxy before a PostgreSQL server.
 *
 * @param server The URL of a database.
 */
export async function openCommitProxy(server: string): Promise<CommitProxy> {
  const target = new URL(server)
  const faults: CommitFault[] = []
  const open = new Set<Socket>()
  let cuts = 0
  const listener = createServer((client) => {
    const upstream = createConnection(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    let silenced = false
    const cut = (): void => {
      client.destroy()
      upstream.destroy()
    }
    const meet: Readonly<Record<CommitFault, (sent: Buffer) => void>> = {
      unsent: cut,
      unacknowledged(sent) {
        silenced = true
        upstream.write(sent)
      },
      async late(sent) {
        upstream.removeAllListeners('data').resume()
        client.off('close', cut).destroy()
        await sleep(LATE_MS)
        upstream.end(sent)
      },
      silent: () => undefined,
      alone(sent) {
        silenced = true
        upstream.write(sent.subarray(sent.indexOf(COMMIT)))
      },
    }
    client.on('data', (sent) => {
      if (faults[0] === 'alone' && sent.includes(WRITING) && !sent.includes(COMMIT)) return
      const fault = sent.includes(COMMIT) ? faults.shift() : undefined
      if (!fault) return void upstream.write(sent)
      cuts += 1
      meet[fault](sent)
    })
    upstream.on('data', (answer) => {
      if (!silenced) client.write(answer)
      else if (answer.includes(COMMITTED)) cut()
    })
    client.on('close', cut)
    upstream.on('close', () => client.destroy())
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const url = new URL(server)
  url.port = String(typeof address === 'object' && address ? address.port : '')
  return {
    url: url.href,
    get cuts() {
      return cuts
    },
    arm: (...next) => void faults.push(...next),
    async close() {
      for (const socket of open) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
