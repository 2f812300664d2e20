// Private-use characters: a plain scalar of YAML may hold them, and no configuration does.
const OPEN = '\uE000'
const CLOSE = '\uE001'
const VARIABLE = /\$\$?\{[A-Za-z_][A-Za-z0-9_]*(?::-[^}\n]*)?\}/g
const PLACEHOLDER = /\uE000(\d+)\uE001/g

/** A text whose variables stand aside while it is parsed. */
export interface ProtectedText {
  readonly text: string
  /** Puts the variables back into what was parsed, keys included. */
  restore(value: unknown): unknown
}

/**
 * Sets `${VAR}` aside, because YAML takes its brace for a map within `{ … }`. Lines stay where they are.
 *
 * @param text A file as read.
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
