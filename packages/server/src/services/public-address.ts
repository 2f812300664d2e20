import { type PublicAddress, token } from '@parakh/core'
import type { ServerSection } from '../config/server-section.ts'
import { serverErrors } from '../error-codes.ts'

/** The address of a server, which is told when it listens. */
export interface ServerAddress extends PublicAddress {
  /** Sets the listening address. */
  bound(url: string): void
}
/** The address for who listens; everybody else asks `PublicAddress`. */
export const ServerAddress = token<ServerAddress>('server.address')

/**
 * The public URL of a configuration (decisions.md section 13, "Links").
 *
 * @example
 * publicAddress({ ...server, publicUrl: 'https://api.acme.example/verify' }).url // 'https://api.acme.example/verify'
 */
export function publicAddress({ publicUrl, port, prefix }: ServerSection): ServerAddress {
  let bound: string | undefined
  const required = (use: string) => serverErrors.error('PUBLIC_URL_REQUIRED', { use })
  return {
    get url() {
      return publicUrl ?? bound ?? `http://localhost:${port}${prefix}`
    },
    requireFor(use) {
      if (publicUrl === undefined) throw required(use)
    },
    requireServed() {
      if (publicUrl === undefined && bound === undefined) throw required('a host that does not listen')
    },
    bound(url) {
      bound = url
    },
  }
}
