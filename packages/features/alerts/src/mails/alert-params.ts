import type { MailLanguage } from '@parakh/core'
import { nameInMail } from '@parakh/core/formats'

/** The parameters of a sentence, in a language. */
export interface AlertParams {
  readonly now: boolean
  /** A text as `nameInMail` returns it: customers choose labels, names and hosts. */
  text(name: string): string
  amount(name: string): string
  /** The day in India of a time, or of `2026-12-31`. */
  day(name: string): string
  /** The name of a month such as `2026-11`. */
  month(name: string): string
  has(name: string): boolean
}

const LOCALES = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' } as const
const written = (at: string, language: MailLanguage, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'Asia/Kolkata', ...parts }).format(new Date(at))

/** The parameters of an alert in a language. @param params Amounts in rupees, times as ISO 8601. */
export function alertParams(
  params: Readonly<Record<string, string>>,
  { language, now }: { readonly language: MailLanguage; readonly now: boolean },
): AlertParams {
  const raw = (name: string): string => params[name] ?? ''
  return {
    now,
    text: (name) => nameInMail(raw(name)),
    has: (name) => params[name] !== undefined,
    amount: (name) =>
      new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'INR' }).format(Number(raw(name))),
    day: (name) => written(raw(name), language, { day: 'numeric', month: 'long', year: 'numeric' }),
    month: (name) => written(`${raw(name)}-15`, language, { month: 'long', year: 'numeric' }),
  }
}
