/** How much of what is wrong with a request a refusal lists (decisions.md section 13). */
const MOST_FIELDS = 50
/** What the fields may take of the 8 kB of a refusal, in bytes of JSON: an envelope has its own beside them. */
const MOST_BYTES = 6_500
/** Of one name or one text, in characters. */
const LONGEST_TEXT = 400

/** A text of a refusal, which may repeat what was sent, cut to 400 characters. */
export const boundedText = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`

/**
 * What a refusal lists of the fields that are wrong: 50 at most, within 8 kB with its envelope.
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
