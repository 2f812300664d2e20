/** Numbers of people and things have at least four digits; `address_line2` and `pincode10` may be told apart. */
const MOST_DIGITS = 2
/** What is shown of another name, in characters. */
const SHOWN = 2

/**
 * The name of an unknown field as a refusal repeats it: callers also send an identity number, a name or an address where the name of a
 * field belongs, so one with more than two digits, a space or an `@` is cut to `AB***`.
 *
 * @param name As it was sent.
 */
export function unknownFieldName(name: string): string {
  const isName = (name.match(/\d/g) ?? []).length <= MOST_DIGITS && !/[\s@]/.test(name)
  return isName ? name : `${name.slice(0, SHOWN)}***`
}
