import { sql } from '@parakh/core'

const IST_OFFSET_MS = 19_800_000
const DAY_MS = 86_400_000

/** Days since 1970 in Asia/Kolkata of the column `at`. */
export const DAY_SQL = sql`(at + 19800000) / 86400000`

/** The day since 1970 in Asia/Kolkata in which a moment lies. @param at Milliseconds since 1970. */
export const dayOf = (at: number): number => Math.floor((at + IST_OFFSET_MS) / DAY_MS)

/** When a day begins in Asia/Kolkata, in milliseconds since 1970. @param day Days since 1970. */
export const startOfDay = (day: number): number => day * DAY_MS - IST_OFFSET_MS
