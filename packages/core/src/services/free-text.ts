import { coreErrors } from '../error-codes.ts'
import { isIdentityNumber } from '../formats/index.ts'

/**
 * Refuses an identity number as the whole of a text that is kept in clear: a label, a description, a reference, a reason (decisions.md
 * section 13). UTRs, payment ids and ids of the host are never compared with it: any of them may look like one.
 *
 * @param field What the text is, as its error names it.
 * @throws `IDENTITY_NUMBER_NOT_ALLOWED`
 *
 * @example
 * checkFreeText('label', label)
 */
export function checkFreeText(field: string, text: string | undefined): void {
  if (text !== undefined && isIdentityNumber(text)) throw coreErrors.error('IDENTITY_NUMBER_NOT_ALLOWED', { field })
}
