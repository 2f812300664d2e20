import type { ConfigurationFault } from '@parakh/core'
import * as z from 'zod'
import { serverErrors } from '../error-codes.ts'

/** How callers reach a server, path included, without a slash at its end. */
export const PublicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://api.acme.example' })
  .refine((url) => !/[?#]/.test(url), 'must be an address without a query or a fragment')
  .transform((url) => url.replace(/\/+$/, ''))

/** Names by which a machine reaches itself alone. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

interface Addresses {
  readonly host: string
  readonly publicUrl?: string | undefined
  readonly prefix: string
  readonly listeners: Readonly<
    Record<string, { readonly host?: string | undefined; readonly publicUrl?: string | undefined }>
  >
}

/** Each part of a path as an address would have it. */
const segmentsOf = (path: string): readonly string[] =>
  new URL(`http://localhost/${path}`).pathname.split('/').filter((segment) => segment !== '')

/**
 * An address that cannot be that of routes below a path, so that no link would lead to one of them. It may have a longer path, where a proxy
 * strips a part of what callers write, and not a shorter one.
 *
 * @param prefix Below which the routes stand; one part of it that begins with a colon may be anything.
 * @returns What the error says; null: it can be.
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

/** A server whose links would lead nowhere: it does not know how it is reached, or elsewhere than its routes are (decisions.md section 13, "Links"). */
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
