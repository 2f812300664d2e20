import { coreErrors } from '../error-codes.ts'
import { checkFreeText } from './free-text.ts'

const PRINTABLE = /^[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?$/
/** The formats of the host's own references: fundings, settlements of commission, plan periods, credits of new accounts. */
const OF_THE_HOST = /^(funding\/|settle\/|plan-[0-9A-HJKMNP-TV-Z]{26}-|sandbox-grant$)/

/**
 * Checks a caller's reference of a wallet operation. References of the host's own formats are reserved: because a reference moves money
 * once, a chargeback or a plan period could otherwise not be booked.
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
