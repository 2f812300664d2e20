const EXACT_BELOW = 16
/** Buckets of each doubling, as a power of two. */
const PARTS_BITS = 3
const LONGEST_MS = 2 ** 27

/**
 * The histogram bucket of a latency: one bucket per millisecond below 16 ms, above that eight per doubling.
 *
 * @param latencyMs Whole milliseconds, not negative; what is longer than 37 hours counts as that.
 */
export function latencyBucket(latencyMs: number): number {
  if (latencyMs < EXACT_BELOW) return Math.max(0, latencyMs)
  const capped = Math.min(latencyMs, LONGEST_MS)
  const doubling = 31 - Math.clz32(capped)
  const part = (capped >> (doubling - PARTS_BITS)) - 2 ** PARTS_BITS
  return EXACT_BELOW + (doubling - 4) * 2 ** PARTS_BITS + part
}
/** The longest latency of a bucket, in milliseconds. */
export function longestOfBucket(bucket: number): number {
  if (bucket < EXACT_BELOW) return bucket
  const parts = 2 ** PARTS_BITS
  const doubling = Math.floor((bucket - EXACT_BELOW) / parts) + 4
  const part = (bucket - EXACT_BELOW) % parts
  return 2 ** (doubling - PARTS_BITS) * (parts + part + 1) - 1
}
