import { indianDay } from '@parakh/core/formats'

const DAY_MS = 86_400_000

/** A period of a subscription: one month from its renewal day (decision 0050). */
export interface Period {
  /** Its id, used by the pool's counter and the payment: the day in India on which it begins, `2026-11-21`. */
  readonly period: string
  /** Its first moment, included. */
  readonly from: Date
  /** The beginning of the next period, excluded. */
  readonly until: Date
}

/**
 * The period with this beginning.
 *
 * @param from Its beginning.
 * @param startedAt The beginning of the first period: its day of the month is the renewal day, also after a shorter month.
 *
 * @example
 * periodFrom(new Date('2027-02-28T12:00:00Z'), new Date('2027-01-31T12:00:00Z')).until // 2027-03-31T12:00:00.000Z
 */
export function periodFrom(from: Date, startedAt: Date): Period {
  const period = indianDay(from)
  return { period, from, until: sameDayOfNextMonth(from, anchorOf(period, indianDay(startedAt))) }
}

/** The renewal day. Only a period that begins on the last day of a month may have a later one. */
function anchorOf(border: string, started: string): number {
  const [year, month, day] = partsOf(border)
  return day === lastDayOf(year, month) ? Math.max(day, partsOf(started)[2]) : day
}

/** The same time of day on a day of the next month, or on that month's last day. Asia/Kolkata has no daylight saving. */
function sameDayOfNextMonth(from: Date, anchorDay: number): Date {
  const [year, month, day] = partsOf(indianDay(from))
  const nextDay = Math.min(anchorDay, lastDayOf(year, month + 1))
  return new Date(from.getTime() + (lastDayOf(year, month) - day + nextDay) * DAY_MS)
}

/** Year, month from 1 and day of `YYYY-MM-DD`. */
function partsOf(text: string): readonly [year: number, month: number, day: number] {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return [year, month, day]
}

/** @param month From 1; 13 is the January that follows. */
const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
