import { boundedFields, boundedText } from '../bounded-fields.ts'
import { coreErrors } from '../error-codes.ts'
import type { ParakhError } from '../errors.ts'

/**
 * The same refusal for an unknown id and one of another branch, so that nobody can distinguish them: `NOT_FOUND`, 404.
 *
 * @param what What there is not, as who asked has named it: `account nobody`. Default: it tells no id.
 */
export const notFound = (what?: string): ParakhError =>
  coreErrors.error('NOT_FOUND', { detail: what === undefined ? 'nothing of this id' : `no ${boundedText(what)}` })

/**
 * The viewer may not do this for any id: `FORBIDDEN`, 403.
 *
 * @param detail A sentence without its full stop: `Operators and super admins set prices`.
 */
export const forbidden = (detail: string): ParakhError => coreErrors.error('FORBIDDEN', { detail })

/**
 * Fields of the input are not valid: `VALIDATION_FAILED`, 422. The error's `faults` name each field.
 *
 * @param given What is wrong, by field, in our words and without the value: `{ expires_at: 'must be still to come' }`.
 */
export function invalidInput(given: Readonly<Record<string, string>>): ParakhError {
  const { fields, note } = boundedFields(given, boundedText)
  const faults = Object.entries(fields).map(([path, message]) => ({ code: 'VALIDATION_FAILED', path, message }))
  return coreErrors.error('VALIDATION_FAILED', { note }, { faults })
}
