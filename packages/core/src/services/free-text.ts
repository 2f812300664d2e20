import { coreErrors } from '../error-codes.ts'
import { isIdentityNumber } from '../formats/index.ts'

/**
 * Refuses a text that is an identity number, where it would be stored unencrypted: a label, a description, a reference, a reason
 * (decisions.md section 13). Not for UTRs, payment ids and ids of the host, which may look like one.
 *
 * @param field The name of the field in the error.
 * @throws `IDENTITY_NUMBER_NOT_ALLOWED`
 *
 * @example
 * checkFreeText('label', label)
 */
export function checkFreeText(field: string, text: string | undefined): void {
  if (text !== undefined && isIdentityNumber(text)) throw coreErrors.error('IDENTITY_NUMBER_NOT_ALLOWED', { field })
}
