import { useState } from 'react'
import { daysAgo } from '../../formats/moments.ts'
import type { Filters } from '../../shell/filters.ts'
import { OUTCOMES } from './outcome.tsx'

const DAY_MS = 86_400_000

/** Periods that are chosen by name; `dates` is one from a day to a day. */
export const RANGES = ['1', '7', '30', '90', 'dates'] as const
/** A period. */
export type Range = (typeof RANGES)[number]

/** The filters of the log that stand in the address, besides the period. */
export const FILTER_NAMES = ['endpoint', 'outcome', 'status', 'request_id', 'key_id'] as const

/** When a day in India begins; undefined: the text is no day. @param day `2026-11-23` */
const startOf = (day: string | undefined): number | undefined => {
  const at = /^\d{4}-\d\d-\d\d$/.test(day ?? '') ? Date.parse(`${day}T00:00:00+05:30`) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
const isoOf = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString()

/** What of the address the log is asked by. */
export function useAsked({ values }: Filters) {
  // Kept while the page is open: a time that moves would ask again and again.
  const [now] = useState(() => Date.now())
  const [first, last] = [startOf(values['from']), startOf(values['until'])]
  const isDates = first !== undefined || last !== undefined
  const range: Range = isDates ? 'dates' : (RANGES.find((one) => one === values['days']) ?? '7')
  const times = isDates
    ? { from: isoOf(first), until: isoOf(last === undefined ? undefined : last + DAY_MS) }
    : { from: daysAgo(Number(range) - 1, now), until: undefined }
  const outcome = OUTCOMES.find((one) => one === values['outcome'])
  const status = /^[1-5]\d\d$/.test(values['status'] ?? '') ? Number(values['status']) : undefined
  const { endpoint, request_id, key_id } = values
  return { range, asked: { ...times, outcome, status, endpoint, request_id, key_id } }
}
