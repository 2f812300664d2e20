const IST_OFFSET_MS = 19_800_000

/** A month of Asia/Kolkata. Both ends are milliseconds since 1970. */
export interface Month {
  /** `2026_11`. */
  readonly name: string
  readonly from: number
  /** Excluded: where the next month begins. */
  readonly until: number
}

/**
 * The month in which a moment lies, or one after it.
 *
 * @param at Milliseconds since 1970.
 * @param later Months later.
 */
export function monthOf(at: number, later = 0): Month {
  const local = new Date(at + IST_OFFSET_MS)
  const start = (more: number): number => Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + later + more, 1)
  const name = new Date(start(0)).toISOString().slice(0, 7).replace('-', '_')
  return { name, from: start(0) - IST_OFFSET_MS, until: start(1) - IST_OFFSET_MS }
}
