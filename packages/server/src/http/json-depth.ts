/** The largest nesting depth of objects and arrays. */
export const DEEPEST_JSON = 32

// A complete string, closed or not (so that one pass is enough), or a bracket.
const TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\]]/g
const STEP: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/**
 * Whether a JSON text nests too deep. Checked before parsing, because a parser's recursion has no defined limit.
 *
 * @param text JSON, valid or not.
 */
export function isTooDeep(text: string, deepest = DEEPEST_JSON): boolean {
  let depth = 0
  for (const [token] of text.matchAll(TOKEN)) {
    depth += STEP[token] ?? 0
    if (depth > deepest) return true
  }
  return false
}
