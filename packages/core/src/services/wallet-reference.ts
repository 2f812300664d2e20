import { coreErrors } from '../error-codes.ts'
import { checkFreeText } from './free-text.ts'

const PRINTABLE = /^[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?$/
/** What the host's own movements are named: a funding, a settlement of commission, a month of a plan, the credits of a new account. */
const OF_THE_HOST = /^(funding\/|settle\/|plan-[0-9A-HJKMNP-TV-Z]{26}-|sandbox-grant$)/

/**
 * Checks what somebody names a movement of a wallet. One reference moves money once, so nobody takes one that the host will need: a
 * chargeback or the month of a plan could not be booked any more.
 *
 * @throws `IDENTITY_NUMBER_NOT_ALLOWED`; `INVALID_REFERENCE` unless it is 1 to 128 printable ASCII characters without a space at its ends, and none of the host's own.
 */
export function checkReference(reference: string): void {
  const refuse = (detail: string) => coreErrors.error('INVALID_REFERENCE', { detail })
  if (!PRINTABLE.test(reference))
    throw refuse(`it has ${reference.length} characters, or some that do not belong there`)
  checkFreeText('reference', reference)
  if (OF_THE_HOST.test(reference)) throw refuse(`${reference} is a name of the host's own movements`)
}
