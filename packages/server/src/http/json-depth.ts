/** The largest nesting depth of objects and arrays. */
export const DEEPEST_JSON = 32

// No part repeats: an expression for a whole string keeps a place of each of its characters, and for millions V8 has no room.
const TOKEN = /\\[\s\S]|["{}[\]]/g
const STEP: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/**
 * Whether a JSON text nests too deep. Checked before parsing, because a parser's recursion has no defined limit.
 *
 * @param text JSON, valid or not.
 */
export function isTooDeep(text: string, deepest = DEEPEST_JSON): boolean {
  let [depth, inString] = [0, false]
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '"') inString = !inString
    else if (!inString) depth += STEP[token] ?? 0
    if (depth > deepest) return true
  }
  return false
}
