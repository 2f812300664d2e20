import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { TlsPeer } from '@parakh/core'

const isTls = (socket: Socket): socket is TLSSocket => 'getPeerCertificate' in socket

/** The certificate of the client; null without TLS, or if it sent none. */
export function tlsPeer(socket: Socket): TlsPeer | null {
  if (!isTls(socket)) return null
  // Without a certificate it is an empty object, whatever its type says.
  const { fingerprint256 }: { readonly fingerprint256?: string } = socket.getPeerCertificate() ?? {}
  if (fingerprint256 === undefined) return null
  return { fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(), verified: socket.authorized }
}
