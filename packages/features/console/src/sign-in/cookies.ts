import { token } from '@parakh/core'

/** The cookie of sessions. */
export interface Cookies {
  /** Whether a request has it, whatever its value. */
  has(headers: Readonly<Record<string, string>>): boolean
  /** The token of a request; null: none, or more than one. */
  read(headers: Readonly<Record<string, string>>): string | null
  /** `Set-Cookie` with a token; null removes it. */
  set(token: string | null): string
}
/** The cookies of a host. */
export const Cookies = token<Cookies>('console.cookies')

/**
 * The cookie of sessions: its prefix binds it to one host, TLS and every path. A development server has it by a plain name, because browsers keep
 * that one over http.
 */
export function sessionCookies({ isDevelopment }: { readonly isDevelopment: boolean }): Cookies {
  const name = isDevelopment ? 'parakh_session' : '__Host-parakh_session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isDevelopment ? '' : '; Secure'}`
  const valuesOf = ({ cookie = '' }: Readonly<Record<string, string>>): readonly string[] =>
    cookie.split(';').flatMap((pair) => {
      const [key = '', ...value] = pair.split('=')
      return key.trim() === name ? [value.join('=').trim()] : []
    })
  return {
    has: (headers) => valuesOf(headers).length > 0,
    read(headers) {
      const [value, second] = valuesOf(headers)
      return value === undefined || value === '' || second !== undefined ? null : value
    },
    set: (token) => `${name}=${token ?? ''}; ${attributes}${token === null ? '; Max-Age=0' : ''}`,
  }
}
