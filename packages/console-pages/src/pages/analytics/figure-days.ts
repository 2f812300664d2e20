import type { Figure } from '../../api/rows.ts'
import { indianDay } from '../../formats/moments.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** A day or an hour with its figure; undefined: there were no calls. */
export interface TimeFigure {
  /** `2026-11-23`, or when the hour began: ISO 8601. */
  readonly time: string
  readonly figure: Figure | undefined
}

/** Every day of a period, those without calls too: a gap in the bars would look like time that is missing. */
export function everyDay(
  figures: readonly Figure[],
  { from, now }: { readonly from: string; readonly now: number },
): readonly TimeFigure[] {
  const byDay = new Map(figures.map((figure) => [figure.group, figure]))
  const days: TimeFigure[] = []
  for (let at = Date.parse(from); at <= now; at += DAY_MS)
    days.push({ time: indianDay(at), figure: byDay.get(indianDay(at)) })
  return days
}

/** The 24 hours of a day. @param from When it began. */
export function everyHour(figures: readonly Figure[], { from }: { readonly from: string }): readonly TimeFigure[] {
  const byHour = new Map(figures.map((figure) => [Date.parse(figure.group), figure]))
  return Array.from({ length: 24 }, (_, hour) => {
    const at = Date.parse(from) + hour * HOUR_MS
    return { time: new Date(at).toISOString(), figure: byHour.get(at) }
  })
}

/** As many days before a time, for comparison. @param from When the period began. */
export const daysBefore = (from: string, days: number): { readonly from: string; readonly until: string } => ({
  from: indianDay(Date.parse(from) - days * DAY_MS),
  until: indianDay(Date.parse(from) - DAY_MS),
})
