import { errorFacts, type Logger } from '@parakh/core'
import type { Configuration } from 'openid-client'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { Email, PersonName } from '../people/email.ts'
import type { SsoOptions } from '../settings.ts'

const TIMEOUT_SECONDS = 10
/** What a provider says of who signed in there. An address that it has not verified is none. */
const Claims = z.object({
  email: Email,
  email_verified: z.literal(true),
  name: PersonName.optional().catch(undefined),
})
/** The claims of an ID token. The library checks `azp` only beside several audiences; a token for another client is refused here. */
const IdToken = (clientId: string) => z.looseObject({ sub: z.string(), azp: z.literal(clientId).optional() })
/** What binds an answer of the provider to the browser that asked. */
export interface Binding {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

// Loaded on first use: most servers have no provider.
const library = () => import('openid-client')

/** An identity provider by its issuer. Its document is read at the first sign-in, and again after a failure. */
export function openIdProvider(options: SsoOptions, logger: Logger) {
  const { name, issuer, clientId, clientSecret } = options
  let reading: Promise<Configuration> | null = null
  const failed = (code: 'SSO_REFUSED' | 'SSO_UNREACHABLE', error: unknown) => {
    logger.warn('console.sso_failed', { issuer, ...errorFacts(error) })
    return consoleErrors.error(code, { name })
  }
  const read = async (): Promise<Configuration> => {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library()
    // Without these checks the library trusts the connection and leaves the signature of ID tokens unread.
    const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])]
    return await discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS })
  }
  const configuration = async (): Promise<Configuration> => {
    reading ??= read()
    try {
      return await reading
    } catch (error) {
      reading = null
      throw failed('SSO_UNREACHABLE', error)
    }
  }
  return {
    /** Where a browser signs in. @throws `SSO_UNREACHABLE` */
    async address({ state, nonce, codeVerifier }: Binding, redirectUri: string): Promise<string> {
      const config = await configuration()
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
      const code_challenge = await calculatePKCECodeChallenge(codeVerifier)
      const asked = { redirect_uri: redirectUri, scope: 'openid email profile', state, nonce }
      return buildAuthorizationUrl(config, { ...asked, code_challenge, code_challenge_method: 'S256' }).href
    },
    /**
     * Returns the email address and the name (null: unknown) of the person who signed in at the provider. The ID token must be signed by a
     * key of the provider's JWKS with an asymmetric algorithm, and be issued by this issuer, for this client and this sign-in.
     *
     * @param answered The redirect address with the parameters that the provider added.
     * @throws `SSO_REFUSED`, `SSO_UNREACHABLE`
     */
    async prove({ state, nonce, codeVerifier }: Binding, answered: URL) {
      const config = await configuration()
      const { authorizationCodeGrant, fetchUserInfo } = await library()
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier }
        const tokens = await authorizationCodeGrant(config, answered, { ...checks, idTokenExpected: true })
        const idToken = IdToken(clientId).parse(tokens.claims())
        // Many providers return the address only from their userinfo endpoint.
        const claims =
          idToken['email'] === undefined ? await fetchUserInfo(config, tokens.access_token, idToken.sub) : idToken
        const { email, name = null } = Claims.parse(claims)
        return { email, name }
      } catch (error) {
        throw failed('SSO_REFUSED', error)
      }
    },
  }
}
