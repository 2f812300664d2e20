/** What stands for `<names>` in a page: texts that no page can know, such as a reference. */
export type Known = Map<string, string>

const NAME = /<([a-z_.]+)>/g
/** Any value but null. */
const ANYTHING = '…'

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Puts what is known in place of `<names>`.
 *
 * @throws TypeError for a name of which nothing is known.
 */
export const fill = (text: string, known: Known): string =>
  text.replace(NAME, (_, name: string) => {
    const value = known.get(name)
    if (value === undefined) throw new TypeError(`nothing is known of <${name}>`)
    return value
  })

/** Where a text differs from a page's. What stands at an unknown `<name>` is known from then on. */
function differsInText(shown: string, actual: string, known: Known): boolean {
  const pieces = shown.split(NAME)
  const names: string[] = []
  const pattern = pieces.map((piece, index) => {
    if (index % 2 === 0) return quoted(piece)
    const value = known.get(piece)
    if (value !== undefined) return quoted(value)
    const before = names.indexOf(piece)
    if (before >= 0) return `\\${before + 1}`
    names.push(piece)
    return '([^]+?)'
  })
  const found = new RegExp(`^${pattern.join('')}$`).exec(actual)
  for (const [index, name] of found ? names.entries() : []) known.set(name, found?.[index + 1] ?? '')
  return found === null
}

/**
 * Compares a value with what a page shows of it: `…` stands for anything but null, `<name>` in a text for one value wherever it
 * stands.
 *
 * @param at Where the value stands, for the words of a difference.
 * @returns Every difference.
 */
export function differences(
  [shown, actual]: readonly [shown: unknown, actual: unknown],
  known: Known,
  at = '$',
): string[] {
  if (shown === ANYTHING) return actual === null || actual === undefined ? [`${at} is ${actual}`] : []
  if (typeof shown === 'string' && typeof actual === 'string')
    return differsInText(shown, actual, known) ? [`${at} is "${actual}", and the page shows "${shown}"`] : []
  if (Array.isArray(shown) && Array.isArray(actual) && shown.length === actual.length)
    return shown.flatMap((item, index) => differences([item, actual[index]], known, `${at}[${index}]`))
  if (isObject(shown) && isObject(actual)) {
    const keys = new Set([...Object.keys(shown), ...Object.keys(actual)])
    return [...keys].flatMap((key) => differences([shown[key], actual[key]], known, `${at}.${key}`))
  }
  return shown === actual ? [] : [`${at} is ${JSON.stringify(actual)}, and the page shows ${JSON.stringify(shown)}`]
}
