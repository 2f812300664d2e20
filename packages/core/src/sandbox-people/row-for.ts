/** A 32-bit hash of a text, the same on every machine (FNV-1a, halves folded together). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place += 1) {
    hash ^= text.charCodeAt(place)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * The row for an unlisted identifier, chosen by a hash of the identifier: the same on every endpoint and machine.
 *
 * @param rows At least one.
 * @example
 * const school = rowFor(SCHOOLS, input.school_code)
 */
export const rowFor = <const Rows extends readonly [unknown, ...unknown[]]>(
  rows: Rows,
  identifier: string,
): Rows[number] => rows[hashOf(identifier) % rows.length] ?? rows[0]

const LETTERS = 26
const letter = (place: number): string => String.fromCharCode(65 + place)

/**
 * A PAN for a person who is not in the table, derived from what is known of the person. It cannot exist (its serial is 0000) and
 * differs from those of the table, which all begin with A.
 *
 * @param known What identifies the person, such as name and date of birth.
 */
export function inventedPan(known: string): string {
  let rest = hashOf(known)
  const next = (count: number): number => {
    const place = rest % count
    rest = Math.floor(rest / count)
    return place
  }
  const first = letter(1 + next(LETTERS - 1))
  const [second, third, fifth, last] = [next(LETTERS), next(LETTERS), next(LETTERS), next(LETTERS)].map(letter)
  return `${first}${second}${third}P${fifth}0000${last}`
}
