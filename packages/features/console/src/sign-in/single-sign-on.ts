import { type Logger, token } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { type ConsoleParts, newToken, type Visitor } from '../people/console-parts.ts'
import type { SsoOptions } from '../settings.ts'
import { domainOf, LIMITS, requireWithin, uncount } from './limits.ts'
import { type Binding, openIdProvider } from './openid-provider.ts'
import { enterByEmail } from './sign-in.ts'

/** Where a provider sends browsers back to, below the address of the server. */
const RETURN_PATH = '/console/sso'

/** The single sign-on of a host. */
export type SingleSignOn = ReturnType<typeof singleSignOn>
export const SingleSignOn = token<SingleSignOn>('console.single-sign-on')

/** Makes the sign-in by the identity providers of the configuration. */
export function singleSignOn(parts: ConsoleParts, configured: Readonly<Record<string, SsoOptions>>, logger: Logger) {
  const providers = new Map(
    Object.entries(configured).map(([id, options]) => [id, { options, openId: openIdProvider(options, logger) }]),
  )
  const find = (id: string) => {
    const found = providers.get(id)
    if (found === undefined) throw consoleErrors.error('SSO_NOT_FOUND')
    return found
  }
  return {
    /** What the page offers. */
    offered: [...providers].map(([id, { options }]) => ({ id, name: options.name })),
    /**
     * Begins a sign-in. Nothing of it is stored: what binds it is derived from the token, which only the page has that asked.
     *
     * @throws `SSO_NOT_FOUND`, `SSO_REFUSED` at a host that nobody registered, `SSO_UNREACHABLE`
     */
    async begin(id: string, visitor: Visitor) {
      const { options, openId } = find(id)
      const made = newToken(parts)
      const url = await openId.address(
        bindingOf(parts, visitor, `${id} ${made}`),
        await returnAddress(parts, visitor, options.name),
      )
      return { token: made, url }
    },
    /**
     * Ends it with what the provider added to the address of the page: `?code=…&state=…`.
     *
     * @returns The token of the session.
     * @throws `SSO_NOT_FOUND`, `SSO_REFUSED`, `SSO_UNREACHABLE`, `SSO_ADDRESS_REFUSED`, `SIGN_UP_CLOSED`, `TOO_MANY_ATTEMPTS`
     */
    async finish(
      id: string,
      given: { readonly token: string; readonly query: string; readonly visitor: Visitor },
    ): Promise<string> {
      const { token, query, visitor } = given
      const { options, openId } = find(id)
      const tries = LIMITS.triesOfAddress('sso', visitor.ip)
      // Counted first: each try costs a request to the provider.
      await requireWithin(parts, [tries])
      const answered = new URL(await returnAddress(parts, visitor, options.name))
      answered.search = query
      const { email, name } = await openId.prove(bindingOf(parts, visitor, `${id} ${token}`), answered)
      const { domains, secondFactor } = options
      if (!domains.includes('*') && !domains.includes(domainOf(email)))
        throw consoleErrors.error('SSO_ADDRESS_REFUSED', { name: options.name, domains: domains.join(', ') })
      const entry = { visitor, email, name, method: `sso:${id}`, secondFactor: secondFactor === 'provider' }
      const entered = await parts.tables.transaction(function* (tx) {
        const session = yield* enterByEmail(tx, parts, entry)
        if (session !== null) yield* uncount(tx, parts, tries)
        return session
      })
      // Who has proven an address may be told that nobody knows it.
      if (entered === null) throw consoleErrors.error('SIGN_UP_CLOSED')
      return entered
    },
  }
}

/** Derives the binding of a sign-in with the pepper, so that the token in the page does not give it away. It differs for each brand. */
function bindingOf({ secrets }: ConsoleParts, { limitedTo }: Visitor, begun: string): Binding {
  const bound = limitedTo === null ? begun : `${begun} ${limitedTo}`
  return {
    state: secrets.hash(`sso state ${bound}`),
    nonce: secrets.hash(`sso nonce ${bound}`),
    codeVerifier: secrets.hash(`sso verifier ${bound}`),
  }
}

/** A host that nobody has registered is no place to come back to, whatever a request names. */
async function returnAddress({ mails }: ConsoleParts, { hostname }: Visitor, name: string): Promise<string> {
  const origin = await mails.originAt(hostname)
  if (origin === null) throw consoleErrors.error('SSO_REFUSED', { name })
  return `${origin}${new URL(await mails.link(null, RETURN_PATH)).pathname}`
}
