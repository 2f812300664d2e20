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
  readonly listeners: Readonly<
    Record<string, { readonly host?: string | undefined; readonly publicUrl?: string | undefined }>
  >
}

/** A server that callers of other machines reach, and that does not know how: each link of it would lead nowhere (decisions.md section 13, "Links"). */
export function publicUrlFaults({ host, publicUrl, listeners }: Addresses): readonly ConfigurationFault[] {
  const own = Object.values(listeners).filter((listener) => listener.publicUrl === undefined)
  const open = [host, ...own.map((listener) => listener.host ?? host)].find((one) => !LOOPBACK.test(one))
  if (publicUrl !== undefined || open === undefined) return []
  return [serverErrors.fault('PUBLIC_URL_REQUIRED', 'server.publicUrl', { use: `listening on ${open}` })]
}
