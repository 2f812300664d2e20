/** Calls by bucket of latency (core's `latencyBucket`). */
export type Latencies = Map<number, number>

const SPACE = 32
const COLON = 58
const ZERO = 48

/** A histogram as text: `3:12 17:4`, in the order of buckets. */
export const packLatencies = (latencies: Latencies): string =>
  [...latencies]
    .sort(([one], [other]) => one - other)
    .map(([bucket, calls]) => `${bucket}:${calls}`)
    .join(' ')

/** Adds a packed histogram. Read character by character: a year of many endpoints and keys is a million numbers. */
export function addPacked(latencies: Latencies, packed: string): void {
  let bucket = 0
  let number = 0
  for (let place = 0; place <= packed.length; place += 1) {
    const character = place === packed.length ? SPACE : packed.charCodeAt(place)
    if (character === COLON) {
      bucket = number
      number = 0
    } else if (character === SPACE) {
      if (number > 0) latencies.set(bucket, (latencies.get(bucket) ?? 0) + number)
      number = 0
    } else number = number * 10 + character - ZERO
  }
}
