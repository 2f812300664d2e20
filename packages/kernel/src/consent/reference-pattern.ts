/** The longest pattern, in characters. */
export const LONGEST_PATTERN = 200
/** Each part of variable length may be tried at each character: two of them are at most 128 x 128 steps. */
const MOST_VARIABLE = 2

/** A character, an escaped one, a digit or word character, or a class; then how often. Nothing that nests or looks around. */
const PART =
  /(?:[^\\^$.|?*+()[\]{}\s]|\.|\\[dw]|\\[^\w\s]|\[(?:[^\\[\]\s]|\\[dw]|\\[^\w\s])+\])([?*+]|\{\d{1,3}(?:,\d{0,3})?\})?/

/** A form of consent references. */
export interface ReferencePattern {
  /** As the configuration has it. */
  readonly text: string
  /** Matches the whole reference. */
  readonly whole: RegExp
}

/**
 * Reads the form of consent references: characters and classes of characters in a row, each with a count (`[A-Z]{3}-\d{1,8}`), two at most of
 * variable length. Groups and alternatives are refused, so that no reference of a caller takes long to be matched.
 *
 * @returns Null: it is no such form.
 */
export function referencePattern(text: string): ReferencePattern | null {
  const parts = new RegExp(PART, 'y')
  let variable = 0
  while (parts.lastIndex < text.length) {
    const part = parts.exec(text)
    if (!part) return null
    const [, count = ''] = part
    if (count !== '' && !/^\{\d+\}$/.test(count)) variable += 1
  }
  if (text === '' || text.length > LONGEST_PATTERN || variable > MOST_VARIABLE) return null
  try {
    return { text, whole: new RegExp(`^(?:${text})$`, 'u') }
  } catch {
    return null
  }
}
