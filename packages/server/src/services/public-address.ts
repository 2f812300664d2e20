import { token } from '@parakh/core'
import type { ServerSection } from '../config/server-section.ts'
import { serverErrors } from '../error-codes.ts'

/** Where callers reach a server: what every link that it hands out begins with. Never taken from a request. */
export interface PublicAddress {
  /** Path included, without a slash at its end: as configured, else where it listens on this machine, or would. */
  readonly url: string
  /**
   * Makes sure that links lead somewhere for callers of other machines, or below a path that only the application knows.
   *
   * @param use What is about to be done, for the error.
   * @throws `PUBLIC_URL_REQUIRED` where no public address is configured.
   */
  requireFor(use: string): void
  /**
   * Makes sure that links lead to a server.
   *
   * @throws `PUBLIC_URL_REQUIRED` where no public address is configured and nothing listens here.
   */
  requireServed(): void
  /** Told of where the server listens. */
  bound(url: string): void
}
/** The address of a server, which is known in full only once it listens. */
export const PublicAddress = token<PublicAddress>('server.public-address')

/**
 * The public address of a configuration (decisions.md section 13, "Links").
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
