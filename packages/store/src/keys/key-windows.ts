import { type KeyWindows, micro } from '@parakh/core'

/**
 * A key's windows as they are stored: calls in flight, and by scope the first second with the calls of each second from there.
 * What was spent follows, where anything was. Written for every batch of a busy key, so it is short: a minute takes some 130 bytes.
 */
export type PackedWindows = readonly [
  inFlight: number,
  scopes: Readonly<Record<string, readonly number[]>>,
  spent?: readonly [day: number, amount: number],
]

/** Packs windows as JSON text: written as text at once, because it is done for every key of every batch. */
export function packWindows({ inFlight, scopes, spent }: KeyWindows): string {
  let packed = ''
  for (const scope of Object.keys(scopes)) {
    const counts = packBuckets(scopes[scope] ?? [])
    packed += `${packed === '' ? '' : ','}${JSON.stringify(scope)}:[${counts}]`
  }
  return spent === undefined ? `[${inFlight},{${packed}}]` : `[${inFlight},{${packed}},[${spent.day},${spent.amount}]]`
}

/** The first second with the calls of each second from there: JSON without its brackets. */
export function packBuckets(buckets: KeyWindows['scopes'][string]): string {
  const first = buckets[0]?.[0] ?? 0
  let counts = `${first}`
  let next = first
  for (const [second, count] of buckets) {
    for (; next < second; next += 1) counts += ',0'
    counts += `,${count}`
    next = second + 1
  }
  return counts
}

/** What `packWindows` packed. */
export function unpackWindows([inFlight, packed, spent]: PackedWindows): KeyWindows {
  const scopes: Record<string, readonly (readonly [second: number, count: number])[]> = {}
  for (const [scope, counted] of Object.entries(packed)) scopes[scope] = unpackBuckets(counted)
  return { inFlight, scopes, spent: spent && { day: spent[0], amount: micro(spent[1]) } }
}

/** What `packBuckets` packed. */
export function unpackBuckets(packed: readonly number[]): KeyWindows['scopes'][string] {
  const buckets: [second: number, count: number][] = []
  const before = (packed[0] ?? 0) - 1
  for (const [index, count] of packed.entries()) if (index > 0 && count > 0) buckets.push([before + index, count])
  return buckets
}
