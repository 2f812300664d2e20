import { coreErrors } from '../error-codes.ts'
import { checkFreeText } from './free-text.ts'

const NAME = /^[a-z0-9._@-]{1,64}$/
/** Names that say that nobody acted: the host itself, and those who come over HTTP. */
const RESERVED: ReadonlySet<string> = new Set(['system', 'admin'])
const OVER_HTTP = 'admin:'

/**
 * The name of an operator as it is kept: in lower case, of letters that nobody can take for others. Two operators who must agree are two
 * names, so no name may look like another one.
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
 * Who an actor of the audit log is, as one of two who must agree: a credential of the admin API is whoever has its name on the command
 * line.
 *
 * @param actor `asha`, `admin:asha`.
 * @throws `OPERATOR_NAME_INVALID`
 */
export const operatorOf = (actor: string): string => {
  const plain = actor.normalize('NFKC').trim()
  return operatorName(plain.startsWith(OVER_HTTP) ? plain.slice(OVER_HTTP.length) : plain)
}
