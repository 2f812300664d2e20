/** Calls by the second, ascending. Seconds since 1970, or of any clock that does not jump. */
export type Buckets = readonly (readonly [second: number, count: number])[]

export const NO_BUCKETS: Buckets = []

/** A bucket of one second is counted whole as long as any of it lies within the last 60 s: never more than the limit in any 60 s. */
const WINDOW_SECONDS = 60
/**
 * How far the newest call may lie ahead of one that is decided after it: an operation waits for its batch, and bears the time at which
 * it was asked for. What lies further ahead is of a clock that was set back.
 */
const AHEAD_SECONDS = 15

/**
 * The second that it is for what was counted so far: beneath a lock time does not go back, or a call would be forgotten that still
 * matters to the next.
 *
 * @param at Milliseconds.
 */
export function secondOf(counted: Buckets | undefined, at: number): number {
  const second = Math.floor(at / 1000)
  const newest = counted?.at(-1)?.[0] ?? second
  return newest > second && newest <= second + AHEAD_SECONDS ? newest : second
}

/** Calls of a clock that was ahead count as of now, so that they are over in a minute and lock nobody out for the rest of its step. */
function notAhead(buckets: Buckets, second: number): Buckets {
  const last = buckets.at(-1)
  if (last === undefined || last[0] <= second) return buckets
  const past = buckets.filter(([at]) => at < second)
  return [...past, [second, sum(buckets) - sum(past)]]
}

/** Those that still count. They ascend, and mostly all of them do. */
export function within(counted: Buckets, second: number): Buckets {
  const oldest = second - WINDOW_SECONDS
  const buckets = notAhead(counted, second)
  const first = buckets[0]
  return first === undefined || first[0] >= oldest ? buckets : buckets.filter(([at]) => at >= oldest)
}

/** Whether any of them is of a clock that was ahead. */
export const isAhead = (buckets: Buckets, second: number): boolean => (buckets.at(-1)?.[0] ?? 0) > second

/** How many calls they hold. */
export function sum(buckets: Buckets): number {
  let total = 0
  for (const bucket of buckets) total += bucket[1]
  return total
}

/** Whole seconds after which one more call passes. */
export function secondsUntilFree(buckets: Buckets, limit: number, second: number): number {
  let left = sum(buckets)
  for (const [at, count] of buckets) {
    left -= count
    if (left < limit) return Math.max(1, at + WINDOW_SECONDS + 1 - second)
  }
  return 1
}

/** One call more in a second. */
export function increment(buckets: Buckets, second: number): Buckets {
  const last = buckets.at(-1)
  if (last?.[0] === second) {
    const counted = buckets.slice()
    counted[counted.length - 1] = [second, last[1] + 1]
    return counted
  }
  if (last === undefined || last[0] < second) return [...buckets, [second, 1]]
  const index = buckets.findIndex(([at]) => at === second)
  if (index >= 0) return buckets.map(([at, count], place) => (place === index ? [at, count + 1] : [at, count]))
  return [...buckets, [second, 1] as const].sort(([a], [b]) => a - b)
}
