import type { Brands, PublicAddress } from '@parakh/core'
import { fundingErrors } from '../error-codes.ts'

/** What tells which hosts are this server's. */
export interface ReturnHosts {
  readonly address: Pick<PublicAddress, 'url'>
  /** Configured host names. */
  readonly ownHosts: readonly string[]
  /** Null: accounts have no brands on this host. */
  readonly brands: Pick<Brands, 'all'> | null
}

/** Names of this machine, which a browser takes for one another while developing. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * A gateway must not lead payers to hosts that are not ours: the address has scheme and port of the public URL, and a host of this server or of a brand.
 *
 * @throws `FUNDING_RETURN_URL`
 */
export async function checkReturnUrl({ address, ownHosts, brands }: ReturnHosts, text: string): Promise<void> {
  const own = new URL(address.url)
  const asked = URL.canParse(text) ? new URL(text) : null
  const hosts = [own.hostname, ...ownHosts, ...(LOOPBACK.includes(own.hostname) ? LOOPBACK : [])]
  const isOurs = async ({ hostname }: URL): Promise<boolean> =>
    hosts.includes(hostname) || ((await brands?.all()) ?? []).some(({ host }) => host === hostname)
  const isPlain = asked !== null && `${asked.username}${asked.password}${asked.hash}` === ''
  if (isPlain && asked.protocol === own.protocol && asked.port === own.port && (await isOurs(asked))) return
  throw fundingErrors.error('FUNDING_RETURN_URL', { allowed: own.origin })
}

/** Where the payer comes back to: the page there learns which funding it was. */
export function returnUrlOf(returnUrl: string, fundingId: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('funding', fundingId)
  return url.href
}
