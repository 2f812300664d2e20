/** Objects and arrays within each other, at most. */
export const DEEPEST_JSON = 32

/**
 * Whether a JSON text nests deeper than is allowed, before it is parsed: a parser's recursion is not ours to trust.
 *
 * @param text JSON, well formed or not.
 */
export function isTooDeep(text: string, deepest = DEEPEST_JSON): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inText) {
      if (character === '\\') at += 1
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > deepest) return true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return false
}
