import { connect as connectTcp, isIP } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

const TIMEOUT_MS = 5_000

/** How a connection went. */
export type Reached =
  | { readonly kind: 'reached'; readonly certificateUntil: Date | null }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Opens a connection to the host of an address, with TLS for https, and sends nothing. Certificates are verified.
 *
 * @param tls What it proves and trusts besides.
 */
export async function reach(address: string, tls: ConnectionOptions = {}): Promise<Reached> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'https:'
  const at = { host, port: port === '' ? (isTls ? 443 : 80) : Number(port), timeout: TIMEOUT_MS }
  return await new Promise((resolve) => {
    const socket = isTls
      ? connectTls({ ...tls, ...at, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connectTcp(at)
    const done = (reached: Reached): void => {
      socket.destroy()
      resolve(reached)
    }
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      const until = 'getPeerCertificate' in socket ? socket.getPeerCertificate().valid_to : undefined
      done({ kind: 'reached', certificateUntil: until === undefined ? null : new Date(until) })
    })
    socket.once('timeout', () => done({ kind: 'failed', reason: 'no answer within 5 s' }))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      done({ kind: 'failed', reason: error.code ?? 'no connection' }),
    )
  })
}
