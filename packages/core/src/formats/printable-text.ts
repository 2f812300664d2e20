import * as z from 'zod'

/** The two joiners are how Devanagari and some emoji are written. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} \u200c\u200d]*$/u

/**
 * Whether a text is of letters, marks, digits, punctuation, symbols and spaces alone: no line break, no control character, and no mark
 * of direction, which would let a name look like another one.
 */
export const isPrintable = (text: string): boolean => PRINTABLE.test(text)
/** Refuses a text that is not printable: for `check` of a schema. */
export const printable = z.refine<string>(isPrintable, 'must be printable characters')
