/** The largest number of invalid fields that an error response lists (decisions.md section 13). */
const MOST_FIELDS = 50
/** The share of an 8 kB error response that is left for fields, in bytes of JSON; the envelope needs the rest. */
const MOST_BYTES = 6_500
/** The longest field name or message, in characters. */
const LONGEST_TEXT = 400

/** Cuts an error text, which may repeat the request, to 400 characters. */
export const boundedText = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`

/**
 * The invalid fields that an error response lists: at most 50, within 8 kB including the envelope.
 *
 * @returns The fields, in their order, and a sentence for the message; empty where all are listed.
 */
export function boundedFields<T extends string | readonly string[]>(
  fields: Readonly<Record<string, T>>,
  shorten: (given: T) => T,
): { readonly fields: Readonly<Record<string, T>>; readonly note: string } {
  const names = Object.keys(fields)
  const listed: [string, T][] = []
  let bytes = 0
  for (const name of names.slice(0, MOST_FIELDS)) {
    const given = fields[name]
    if (given === undefined) continue
    const entry: [string, T] = [boundedText(name), shorten(given)]
    bytes += new TextEncoder().encode(JSON.stringify(entry)).length
    if (bytes > MOST_BYTES) break
    listed.push(entry)
  }
  const left = names.length - listed.length
  return { fields: Object.fromEntries(listed), note: left === 0 ? '' : `: ${left} more of them are not listed` }
}
