import { defineSettings } from '@parakh/core'
import * as z from 'zod'

const PLACEHOLDERS = ['brand', 'code', 'duration'] as const
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g
const CONTROL = /\p{Cc}/u

const onlyKnown = (template: string): boolean =>
  [...template.matchAll(PLACEHOLDER)].every(([, name]) => PLACEHOLDERS.some((known) => known === name))
const Template = z
  .string()
  .min(1)
  .refine(onlyKnown, `may hold {{${PLACEHOLDERS.join('}}, {{')}}} and no other {{…}}`)
const OneLine = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !CONTROL.test(text), 'must be one line')

/** What a deployer may say of one-time passwords (decisions.md section 8). Times are whole seconds. */
export const OtpSettings = defineSettings(
  'otp',
  z.object({
    expiresIn: z.int().min(60).max(3_600).default(300).describe('For how long a code holds, in seconds'),
    resendAfter: z
      .int()
      .min(1)
      .max(3_600)
      .default(30)
      .describe('How long an account waits before it sends to the same address again, in seconds'),
    addressPerDay: z
      .int()
      .min(1)
      .max(1_000)
      .default(25)
      .describe('The most codes that an account sends to one address in 24 hours'),
    attempts: z.int().min(1).max(10).default(5).describe('How often a code may be tried, the right try included'),
    brand: OneLine(60)
      .optional()
      .describe('Who sends, in the words of subject and text; unless given, the name of the brand'),
    subject: Template.pipe(OneLine(200))
      .default('Your one-time password for {{brand}}')
      .describe('Of a mail; may hold {{brand}}, {{code}} and {{duration}}'),
    text: Template.max(2_000)
      .refine((template) => /\{\{\s*code\s*\}\}/.test(template), 'must hold {{code}}')
      .default(
        '{{code}} is your one-time password for {{brand}}. It holds for {{duration}}.\n\n' +
          'Tell it to nobody. If you did not ask for it, you need not do anything.\n',
      )
      .describe('Must hold {{code}}; may hold {{brand}} and {{duration}}'),
  }),
)
/** The settings after their schema. */
export type OtpSettingsValue = z.output<(typeof OtpSettings)['definition']['schema']>

/** A time in words: `5 minutes`, `90 seconds`. */
function inWords(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Subject and text of one code. @param sender The name of the server's brand, unless the settings name another. */
export function compose(
  settings: OtpSettingsValue,
  { code, sender }: { readonly code: string; readonly sender: string },
): { subject: string; text: string } {
  const { brand = sender, expiresIn } = settings
  const values: Readonly<Record<string, string>> = { brand, code, duration: inWords(expiresIn) }
  const fill = (template: string): string =>
    template.replace(PLACEHOLDER, (whole, name: string) => values[name] ?? whole)
  return { subject: fill(settings.subject), text: fill(settings.text) }
}
