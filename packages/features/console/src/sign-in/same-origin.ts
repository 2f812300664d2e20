import { consoleErrors } from '../error-codes.ts'

/** What of a request tells from which page it comes. */
export interface PageRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** With its port. */
  readonly host: string
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses what another site's page sends with the cookie of this one: an unsafe request comes from a page of this host, has a header that no form
 * can set, and a body that no form can send.
 *
 * @throws `REQUEST_FORGED`
 */
export function requireOwnPage({ method, headers, host }: PageRequest): void {
  if (SAFE.includes(method)) return
  const { 'sec-fetch-site': site, origin, 'content-type': type = '' } = headers
  const isOwn = site === undefined ? origin !== undefined && hostOf(origin) === host : site === 'same-origin'
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const isJson = !hasBody || /^application\/json\s*(;|$)/i.test(type)
  if (!isOwn || headers['x-console-page'] !== '1' || !isJson) throw consoleErrors.error('REQUEST_FORGED')
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)
