/** Objects and arrays within each other, at most. */
export const DEEPEST_JSON = 32

// A string as a whole, closed or not (so that one pass is enough), or a bracket.
const TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\]]/g
const STEP: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/**
 * Whether a JSON text nests deeper than is allowed, before it is parsed: a parser's recursion is not ours to trust.
 *
 * @param text JSON, well formed or not.
 */
export function isTooDeep(text: string, deepest = DEEPEST_JSON): boolean {
  let depth = 0
  for (const [token] of text.matchAll(TOKEN)) {
    depth += STEP[token] ?? 0
    if (depth > deepest) return true
  }
  return false
}
