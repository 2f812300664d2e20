import type { Figure } from '../../api/rows.ts'
import { indianDay } from '../../formats/moments.ts'

const DAY_MS = 86_400_000

/** A day with its calls. */
export interface DayFigure {
  readonly day: string
  readonly calls: number
  readonly failed: number
}

/** Every day of a period, those without calls too: a gap in the bars would look like time that is missing. */
export function everyDay(
  figures: readonly Figure[],
  { from, now }: { readonly from: string; readonly now: number },
): readonly DayFigure[] {
  const byDay = new Map(figures.map((figure) => [figure.group, figure]))
  const days: DayFigure[] = []
  for (let at = Date.parse(from); at <= now; at += DAY_MS) {
    const day = indianDay(at)
    const { calls = 0, successes = 0 } = byDay.get(day) ?? {}
    days.push({ day, calls, failed: calls - successes })
  }
  return days
}

/** `0.985` as `98.5 %`; null: there is none. */
export const percent = (rate: number | null): string | null =>
  rate === null ? null : `${(Math.floor(rate * 1_000) / 10).toString()} %`
