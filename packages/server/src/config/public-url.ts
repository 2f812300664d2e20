import type { ConfigurationFault } from '@parakh/core'
import * as z from 'zod'
import { serverErrors } from '../error-codes.ts'

/** The public URL of a server, including the path, without a trailing slash. */
export const PublicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://api.acme.example' })
  .refine((url) => !/[?#]/.test(url), 'must be an address without a query or a fragment')
  .transform((url) => url.replace(/\/+$/, ''))

/** Host names that only this machine itself can use. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

interface Addresses {
  readonly host: string
  readonly publicUrl?: string | undefined
  readonly prefix: string
  readonly listeners: Readonly<
    Record<string, { readonly host?: string | undefined; readonly publicUrl?: string | undefined }>
  >
}

/** The segments of a path, encoded as in a URL. */
const segmentsOf = (path: string): readonly string[] =>
  new URL(`http://localhost/${path}`).pathname.split('/').filter((segment) => segment !== '')

/**
 * Checks that a public URL ends with the prefix of the routes, since links would not work otherwise. Its path may be longer, because a
 * proxy may strip a part.
 *
 * @param prefix The prefix of the routes; a segment that begins with a colon matches anything.
 * @returns The values of the error message; null: valid.
 */
export function outsidePrefix(
  publicUrl: string,
  prefix: string,
): { readonly publicUrl: string; readonly prefix: string; readonly such: string } | null {
  const below = segmentsOf(prefix)
  const ending = below.length === 0 ? [] : segmentsOf(new URL(publicUrl).pathname).slice(-below.length)
  if (below.every((segment, index) => segment.startsWith(':') || segment === ending[index])) return null
  const path = `/${below.join('/')}`
  return { publicUrl, prefix: path, such: `${new URL(publicUrl).origin}${path}` }
}

/**
 * Faults of a server whose links would not work: no public URL, or one that does not match its routes (decisions.md section 13,
 * "Links").
 */
export function publicUrlFaults({ host, publicUrl, prefix, listeners }: Addresses): readonly ConfigurationFault[] {
  if (publicUrl !== undefined) {
    const outside = outsidePrefix(publicUrl, prefix)
    return outside ? [serverErrors.fault('PUBLIC_URL_OUTSIDE_PREFIX', 'server.publicUrl', outside)] : []
  }
  const own = Object.values(listeners).filter((listener) => listener.publicUrl === undefined)
  const open = [host, ...own.map((listener) => listener.host ?? host)].find((one) => !LOOPBACK.test(one))
  if (open === undefined) return []
  return [serverErrors.fault('PUBLIC_URL_REQUIRED', 'server.publicUrl', { use: `listening on ${open}` })]
}
