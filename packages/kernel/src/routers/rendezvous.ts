import { createHash } from 'node:crypto'

const BYTES = 6
const VALUES = 2 ** (8 * BYTES)

/**
 * Orders names by a hash of a key with each of them (rendezvous hashing): the same key gives the same order, a name is first as often as its
 * weight says, and one that is added or left out moves no other two against each other.
 *
 * @param weightOf 0: last, in the given order.
 */
export function rendezvous(
  key: string,
  names: readonly string[],
  weightOf: (name: string) => number,
): readonly string[] {
  const placed = names.map((name) => ({ name, at: arrival(key, name) / weightOf(name) }))
  return placed.sort((one, other) => (one.at === other.at ? 0 : one.at - other.at)).map(({ name }) => name)
}

/** Above 0, distributed exponentially: of several, each divided by its weight, the least is one's in proportion to its weight. */
function arrival(key: string, name: string): number {
  const hash = createHash('sha256').update(`${key}\n${name}`).digest()
  return -Math.log((hash.readUIntBE(0, BYTES) + 0.5) / VALUES)
}
