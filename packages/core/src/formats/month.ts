import { indianDay } from './real-day.ts'

const IST_OFFSET_MS = 19_800_000
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/

/** A calendar month in Asia/Kolkata, which has no daylight saving. */
export interface Month {
  /** `2026-11`. */
  readonly period: string
  /** Its beginning, included. */
  readonly from: Date
  /** The beginning of the next month, excluded. */
  readonly until: Date
}

/** The month of a time. */
export function monthAt(at: Date): Month {
  return borders(indianDay(at).slice(0, 7))
}

/** The month of a text such as `2026-11`; null: not a month. */
export const monthOf = (text: string): Month | null => (MONTH.test(text) ? borders(text) : null)

function borders(period: string): Month {
  const [year = 0, month = 1] = period.split('-').map(Number)
  const border = (index: number): Date => new Date(Date.UTC(year, index) - IST_OFFSET_MS)
  return { period, from: border(month - 1), until: border(month) }
}
