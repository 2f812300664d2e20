import * as z from 'zod'
import { consoleRoute } from './console-route.ts'
import { signedIn, Typed } from './sign-in-routes.ts'

/** The name of a provider in the configuration. */
const ProviderId = z.string().min(1).max(40)
/** What a provider adds to an address: a code may be long. */
const Query = z.string().min(1).max(8_000)

/** `POST /console/sign-in/sso`: where to sign in at an identity provider. */
export const beginSso = consoleRoute({
  ...{ id: 'console.sso', path: '/console/sign-in/sso', input: z.strictObject({ provider: ProviderId }) },
  async handle({ input: { provider }, visitor, sso }) {
    const { token, url } = await sso.begin(provider, visitor)
    return { body: { sign_in: token, url } }
  },
})

/** `POST /console/sign-in/sso/finish`: what the provider answered, from the page where the sign-in began. */
export const finishSso = consoleRoute({
  ...{ id: 'console.sso-finish', path: '/console/sign-in/sso/finish' },
  input: z.strictObject({ provider: ProviderId, sign_in: Typed, query: Query }),
  handle: async ({ input: { provider, sign_in: token, query }, visitor, parts, sso }) =>
    await signedIn(parts, await sso.finish(provider, { token, query, visitor })),
})
