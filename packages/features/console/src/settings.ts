import { type Composition, defineSettings, Mailer } from '@parakh/core'
import * as z from 'zod'
import { consoleErrors } from './error-codes.ts'

/** The section of the plugin (decisions.md section 13, "People"). */
export const ConsoleSettings = defineSettings(
  'console',
  z.object({
    signUp: z
      .enum(['open', 'invite', 'off'])
      .optional()
      .describe('Whether strangers may open an account by mail; default: invite, in development open'),
  }),
)

/** Strangers sign up only where they can be mailed: a development server writes mails to its log. */
export const consoleFaults = (
  { signUp }: { readonly signUp?: string | undefined },
  { has, section }: Pick<Composition, 'has' | 'section'>,
) =>
  signUp === 'open' && !has(Mailer)
    ? [consoleErrors.fault('MAIL_REQUIRED', `${section}.signUp`, { what: 'nobody could sign up' })]
    : []
