import type { Language } from '../texts/catalogue.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' }
const ZONE = { timeZone: 'Asia/Kolkata' } as const

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALES[language], { ...ZONE, ...options })

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

/** `23 Nov 2026, 06:48:57 IST`. */
export const moment = (at: string, language: Language): string =>
  `${format(language, { day: 'numeric', month: 'short', year: 'numeric', ...CLOCK }).format(new Date(at))} IST`

/** `23 Nov, 06:48:57`: for lists of the last days; of another year `23 Nov 2025, 06:48:57`. */
export function shortMoment(at: string, language: Language, now = Date.now()): string {
  const isThisYear = indianDay(Date.parse(at)).slice(0, 4) === indianDay(now).slice(0, 4)
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return format(language, { day: 'numeric', month: 'short', ...year, ...CLOCK }).format(new Date(at))
}

/** `06:48:57`. @param at Unix milliseconds. */
export const clockTime = (at: number, language: Language): string => format(language, CLOCK).format(new Date(at))

/** `23 Nov 2026`. */
export const day = (at: string, language: Language): string =>
  format(language, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at))

/** `23 Nov`. */
export const shortDay = (at: string, language: Language): string =>
  format(language, { day: 'numeric', month: 'short' }).format(new Date(at))

/** `2 pm`. */
export const hourOf = (at: string, language: Language): string =>
  format(language, { hour: 'numeric' }).format(new Date(at))

/** `Nov 2026` of `2026-11`. */
export const monthName = (month: string, language: Language): string =>
  format(language, { month: 'short', year: 'numeric' }).format(new Date(`${month}-15T00:00:00Z`))

const INDIA_MS = 19_800_000
const DAY_MS = 86_400_000

/** The day in India, `2026-11-23`. */
export const indianDay = (at: number): string => new Date(at + INDIA_MS).toISOString().slice(0, 10)

/** When a day in India began, so many days before the given time. ISO 8601. */
export function daysAgo(days: number, now: number): string {
  const midnight = Math.floor((now + INDIA_MS) / DAY_MS) * DAY_MS - INDIA_MS
  return new Date(midnight - days * DAY_MS).toISOString()
}

/** The last months in India, that of `now` first: `2026-11`. */
export function lastMonths(count: number, now: number): readonly string[] {
  const [year = 0, month = 0] = indianDay(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
