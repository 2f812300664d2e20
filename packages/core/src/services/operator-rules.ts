import { coreErrors } from '../error-codes.ts'
import { checkFreeText } from './free-text.ts'

const NAME = /^[a-z0-9._@-]{1,64}$/
/** Reserved names: those of actors that are not persons. */
const RESERVED: ReadonlySet<string> = new Set(['system', 'admin', 'person'])
const OVER_HTTP = /^(admin|person):/
/** A person's credential is that person. */
const BY_CREDENTIAL = /^(person:[^/]+)\/.*$/

/**
 * The name of an operator as it is stored: lower-case ASCII. Two operators who must agree are two names, so no two names may look
 * alike.
 *
 * @throws `OPERATOR_NAME_INVALID`, `IDENTITY_NUMBER_NOT_ALLOWED`
 */
export function operatorName(text: string): string {
  const name = text.trim().toLowerCase()
  checkFreeText('name of an operator', name)
  if (NAME.test(name) && !RESERVED.has(name)) return name
  throw coreErrors.error('OPERATOR_NAME_INVALID', { name: text })
}

/**
 * Returns the operator behind an actor as two operators are compared. The actor of an earlier step need not be a valid operator name.
 *
 * @param actor `asha`, `admin:asha`, `person:01J…`, `person:01J…/ci@operators`.
 */
export const actingOperator = (actor: string): string =>
  actor.normalize('NFKC').trim().replace(BY_CREDENTIAL, '$1').replace(OVER_HTTP, '').toLowerCase()

/**
 * The operator behind an actor of the audit log, for the two-operator rule: a credential of the admin API is the same operator as that
 * name on the command line, and a person of the console is the operator of its id, also by a credential of its own.
 *
 * @param actor `asha`, `admin:asha`, `person:01J…`, `person:01J…/ci@operators`.
 * @throws `OPERATOR_NAME_INVALID`
 */
export const operatorOf = (actor: string): string => operatorName(actingOperator(actor))
