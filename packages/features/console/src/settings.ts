import { AdminApi, type Composition, defineSettings, Mailer } from '@parakh/core'
import * as z from 'zod'
import { consoleErrors } from './error-codes.ts'

const isSafeIssuer = (text: string): boolean => {
  const url = new URL(text)
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname))
}

/** An identity provider that speaks OpenID Connect. */
export const SsoOptions = z
  .strictObject({
    name: z.string().min(1).max(40).describe('On the button: "Continue with …"'),
    issuer: z
      .url({ abort: true })
      .refine(isSafeIssuer, 'must begin with https://')
      .describe('Its issuer, below which /.well-known/openid-configuration is'),
    clientId: z.string().min(1).max(300),
    clientSecret: z.string().min(1).max(1_000),
    domains: z
      .array(z.union([z.literal('*'), z.hostname()]))
      .min(1)
      .max(100)
      .describe('The domains of addresses that may sign in by it; *: any, where it owns or verifies all of them'),
    secondFactor: z
      .enum(['own', 'provider'])
      .default('own')
      .describe('provider: it asks for a second factor itself, so the console asks for none at sign-in'),
  })
  .readonly()
export type SsoOptions = z.output<typeof SsoOptions>

/** The section of the plugin (decisions.md section 13, "People"). */
export const ConsoleSettings = defineSettings(
  'console',
  z.object({
    signUp: z
      .enum(['open', 'invite', 'off'])
      .optional()
      .describe('Whether strangers may open an account by mail; default: invite, in development open'),
    sso: z
      .record(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/), SsoOptions)
      .default({})
      .describe('Identity providers by a name of yours, which the redirect address does not have: it is /console/sso'),
  }),
)

/** Pages ask the admin API. Strangers sign up only where they can be mailed: a development server writes mails to its log. */
export const consoleFaults = (
  { signUp }: { readonly signUp?: string | undefined },
  { has, section }: Pick<Composition, 'has' | 'section'>,
) => [
  ...(has(AdminApi) ? [] : [consoleErrors.fault('ADMIN_API_REQUIRED', section)]),
  ...(signUp === 'open' && !has(Mailer)
    ? [consoleErrors.fault('MAIL_REQUIRED', `${section}.signUp`, { what: 'nobody could sign up' })]
    : []),
]
