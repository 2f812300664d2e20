import type { KeyWindows } from '@parakh/core'

/**
 * A key's windows as they are kept: calls under way, and by scope the first second with the calls of each second from there.
 * Written for every batch of a busy key, so it is short: a minute takes some 130 bytes.
 */
export type PackedWindows = readonly [inFlight: number, scopes: Readonly<Record<string, readonly number[]>>]

/** Packs windows as JSON text. */
export function packWindows({ inFlight, scopes }: KeyWindows): string {
  const packed: Record<string, number[]> = {}
  for (const scope of Object.keys(scopes)) {
    const buckets = scopes[scope] ?? []
    const first = buckets[0]?.[0] ?? 0
    const counts = [first]
    for (const [second, count] of buckets) {
      while (counts.length < second - first + 1) counts.push(0)
      counts.push(count)
    }
    packed[scope] = counts
  }
  return JSON.stringify([inFlight, packed] satisfies PackedWindows)
}

/** What `packWindows` packed. */
export function unpackWindows([inFlight, packed]: PackedWindows): KeyWindows {
  const scopes: Record<string, readonly (readonly [second: number, count: number])[]> = {}
  for (const [scope, [first = 0, ...counts]] of Object.entries(packed))
    scopes[scope] = counts.flatMap((count, index) => (count === 0 ? [] : [[first + index, count] as const]))
  return { inFlight, scopes }
}
