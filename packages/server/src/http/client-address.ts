import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const MAPPED = '::ffff:'
/** An address as some proxies write it: with a port, and IPv6 in brackets. */
const WITH_PORT = /^(?:([\d.]+)|\[([^\]]*)\])(?::\d{1,5})?$/
/** The longest address that is read, with its zone and port. */
const LONGEST = 100

/**
 * Reads each socket's peer address while the socket is connected: the socket caches it, and loses it when it is closed. A refused call is
 * then counted by its address even if its client hung up in the middle of the body.
 */
export function rememberAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, proceed) => {
    void raw.socket.remoteAddress
    proceed()
  })
}

/**
 * Returns the caller's address for limits, restrictions and logs: canonical IPv4 or IPv6, without port and zone; IPv4-mapped IPv6 is IPv4.
 * A forwarded value that is no address ends the chain of proxies, so the address is that of the last trusted peer before it. Use this
 * function instead of `request.ip`, which returns the text of the header.
 *
 * @returns An empty text if the socket has no address: it is a Unix socket.
 */
export function clientAddress({ ip, ips }: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  // Nearest first: the peer, then what each trusted proxy has forwarded.
  const [peer, ...forwarded]: readonly (string | undefined)[] = ips ?? [ip]
  let address = parsedAddress(peer ?? '') ?? ''
  for (const text of forwarded) {
    const next = parsedAddress(text ?? '')
    if (next === null) break
    address = next
  }
  return address
}

/** Returns a canonical address; null if the text is none. */
function parsedAddress(text: string): string | null {
  if (isIPv4(text)) return text
  if (text.length > LONGEST) return null
  const [, v4, v6] = WITH_PORT.exec(text) ?? []
  const [plain = ''] = (v4 ?? v6 ?? text).split('%')
  if (isIPv4(plain)) return v6 === undefined ? plain : null
  if (!isIPv6(plain)) return null
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address
}
