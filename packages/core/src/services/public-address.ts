import { token } from '../token.ts'

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
}
/** The address of a server, whose port may be known only when it listens. */
export const PublicAddress = token<PublicAddress>('core.public-address')
