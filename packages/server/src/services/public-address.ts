import { token } from '@parakh/core'
import type { ServerSection } from '../config/server-section.ts'
import { serverErrors } from '../error-codes.ts'

/** The public URL of a server, from which all links are made. Never derived from a request. */
export interface PublicAddress {
  /** The URL with its path, without a trailing slash: as configured, else the listening address. */
  readonly url: string
  /**
   * Requires a configured public URL, for links to be used from other machines or below an application's path.
   *
   * @param use The operation, for the error.
   * @throws `PUBLIC_URL_REQUIRED` if none is configured.
   */
  requireFor(use: string): void
  /**
   * Requires a configured public URL or a listening server.
   *
   * @throws `PUBLIC_URL_REQUIRED` if neither is there.
   */
  requireServed(): void
  /** Sets the listening address. */
  bound(url: string): void
}
/** The address of a server, whose port may be known only when it listens. */
export const PublicAddress = token<PublicAddress>('server.public-address')

/**
 * The public URL of a configuration (decisions.md section 13, "Links").
 *
 * @example
 * publicAddress({ ...server, publicUrl: 'https://api.acme.example/verify' }).url // 'https://api.acme.example/verify'
 */
export function publicAddress({ publicUrl, port, prefix }: ServerSection): PublicAddress {
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
