import * as z from 'zod'

/** Errors of node, undici and ours have a code. */
const Coded = z.object({ code: z.string() })

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_LOST',
  EPIPE: 'CONNECTION_LOST',
  UND_ERR_SOCKET: 'CONNECTION_LOST',
  EHOSTUNREACH: 'UNREACHABLE',
  ENETUNREACH: 'UNREACHABLE',
  EADDRNOTAVAIL: 'UNREACHABLE',
  ETIMEDOUT: 'TIMEOUT',
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'TIMEOUT',
  TARGET_BLOCKED: 'TARGET_BLOCKED',
  WEBHOOK_TARGET_NOT_ALLOWED: 'TARGET_BLOCKED',
}

/**
 * Why an attempt got no answer, as a code for the log: `TIMEOUT`, `DNS_FAILED`, `TARGET_BLOCKED`, `CONNECTION_REFUSED`,
 * `CONNECTION_LOST`, `UNREACHABLE`, `TLS_FAILED`, `RESPONSE_INVALID`. It never has the text of an error, which may hold the address.
 */
export function attemptError(error: unknown): string {
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) return 'TIMEOUT'
  const { data: { code } = { code: '' } } = Coded.safeParse(error)
  const known = CODES[code]
  if (known !== undefined) return known
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code) ? 'TLS_FAILED' : 'RESPONSE_INVALID'
}
