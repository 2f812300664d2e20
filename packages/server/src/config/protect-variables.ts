// Private-use characters, which YAML allows in plain scalars and no configuration contains.
const OPEN = '\uE000'
const CLOSE = '\uE001'
const VARIABLE = /\$\$?\{[A-Za-z_][A-Za-z0-9_]*(?::-[^}\n]*)?\}/g
const PLACEHOLDER = /\uE000(\d+)\uE001/g

/** A text whose variables are replaced while it is parsed. */
export interface ProtectedText {
  readonly text: string
  /** Restores the variables in the parsed value, including keys. */
  restore(value: unknown): unknown
}

/**
 * Replaces `${VAR}` by placeholders, because YAML reads its brace within `{ … }` as a map. Line numbers do not change.
 *
 * @param text The content of a file.
 */
export function protectVariables(text: string): ProtectedText {
  const found: string[] = []
  const safe = text.replace(VARIABLE, (variable) => `${OPEN}${found.push(variable) - 1}${CLOSE}`)
  const back = (part: string): string =>
    part.replace(PLACEHOLDER, (whole, index: string) => found[Number(index)] ?? whole)
  const restore = (value: unknown): unknown => {
    if (typeof value === 'string') return back(value)
    if (Array.isArray(value)) return value.map(restore)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [back(key), restore(item)]))
  }
  return { text: safe, restore }
}
