import { Identifier, identifier } from '@parakh/core'
import { maskAadhaar } from '@parakh/core/formats'
import * as z from 'zod'

/**
 * An Aadhaar number as far as a source shows it: whole, or masked in whatever way, its last four digits at least. It is kept as it
 * came, so that it can be compared, and leaves as `XXXX XXXX 1234`.
 */
export const ShownAadhaar = identifier(
  z
    .string()
    .trim()
    .regex(/[0-9]{4}$/, 'must end in four digits'),
  maskAadhaar,
)

/**
 * Whether what a source shows can be a number: each digit that it shows stands at its place, counted from the end. Four digits would
 * be those of every ten-thousandth farmer, so a source that shows twelve is held to twelve.
 *
 * @param shown What the source shows of the number of its record.
 * @param asked The number asked about, whole.
 */
export function isShownOf(shown: Identifier, asked: Identifier): boolean {
  const number = Identifier.text(asked)
  const characters = [...Identifier.text(shown).replace(/[\s-]/g, '')].reverse()
  return characters.every((character, place) => !/[0-9]/.test(character) || character === number.at(-1 - place))
}
