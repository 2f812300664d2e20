/** The Levenshtein distance of two texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + same))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/**
 * The name that was probably meant.
 *
 * @param given What was written.
 * @param allowed The names there are.
 * @returns Undefined when nothing is near.
 */
export function nearestName(given: string, allowed: readonly string[]): string | undefined {
  const lower = given.toLowerCase()
  const ranked = allowed
    .map((name) => ({ name, steps: distance(lower, name.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  const [best] = ranked
  return best && best.steps <= Math.max(1, Math.floor(given.length / 3)) ? best.name : undefined
}

/** A hint in a message: ` (did you mean "port"?)`, or nothing. */
export function didYouMean(given: string, allowed: readonly string[]): string {
  const name = nearestName(given, allowed)
  return name === undefined ? '' : ` (did you mean "${name}"?)`
}
