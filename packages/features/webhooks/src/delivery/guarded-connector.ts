import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import type * as Undici from 'undici'
import type { buildConnector } from 'undici'

const load = createRequire(import.meta.url)

/** What a connection is made by. */
export interface GuardedConnection {
  /** Checked addresses, looked at when a connection begins. */
  readonly addresses: () => readonly string[]
  /** Asked once more of what the connection really leads to. */
  readonly accepts: (address: string) => boolean
  /** For one address, in milliseconds. */
  readonly timeoutMs: number
  /** Certificates of authorities besides the system's; PEM. */
  readonly ca?: string
}

/** The connection led to an address that is not allowed, or there was none to connect to. */
export class TargetBlocked extends Error {
  readonly code = 'TARGET_BLOCKED'
}

/**
 * Connects to checked addresses only, one after the other, whatever the name stands for by now. Name and certificate stay those of the
 * URL.
 */
export function guardedConnector({ addresses, accepts, timeoutMs, ca }: GuardedConnection): buildConnector.connector {
  const undici: typeof Undici = load('undici')
  const connect = undici.buildConnector({ timeout: timeoutMs, ...(ca === undefined ? {} : { ca }) })
  const one = (options: buildConnector.Options, address: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      connect({ ...options, hostname: address }, (error, socket) => {
        if (!socket) reject(error ?? new Error('there is no socket'))
        else if (accepts(socket.remoteAddress ?? '')) resolve(socket)
        else {
          socket.destroy()
          reject(new TargetBlocked('connected to an address that is not allowed'))
        }
      })
    })
  const first = async (options: buildConnector.Options): Promise<Socket> => {
    let last: unknown = new TargetBlocked('no address is left')
    for (const address of addresses()) {
      try {
        return await one(options, address)
      } catch (error) {
        last = error
      }
    }
    throw last
  }
  return (options, callback) => {
    first(options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error('no connection'), null),
    )
  }
}
