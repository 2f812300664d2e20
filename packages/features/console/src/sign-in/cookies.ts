import { type RouteRequest, token } from '@parakh/core'

type Headers = RouteRequest['headers']

/** The cookies of a host. */
export type Cookies = ReturnType<typeof sessionCookies>
export const Cookies = token<Cookies>('console.cookies')

/**
 * The cookie of sessions: its prefix binds it to one host, TLS and every path. A development server has it by a plain name, because browsers keep
 * that one over http.
 */
export function sessionCookies({ isDevelopment }: { readonly isDevelopment: boolean }) {
  const name = isDevelopment ? 'console_session' : '__Host-console_session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isDevelopment ? '' : '; Secure'}`
  const valuesOf = ({ cookie = '' }: Headers): readonly string[] =>
    cookie.split(';').flatMap((pair) => {
      const [key = '', ...value] = pair.split('=')
      return key.trim() === name ? [value.join('=').trim()] : []
    })
  return {
    /** Whether a request has it, whatever its value. */
    has: (headers: Headers): boolean => valuesOf(headers).length > 0,
    /** The token of a request; null: none, or more than one. */
    read(headers: Headers): string | null {
      const [value, second] = valuesOf(headers)
      return value === undefined || value === '' || second !== undefined ? null : value
    },
    /** `Set-Cookie` with a token; null removes it. */
    set: (token: string | null): string =>
      `${name}=${token ?? ''}; ${attributes}${token === null ? '; Max-Age=0' : ''}`,
  }
}
