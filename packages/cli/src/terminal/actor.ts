import { userInfo } from 'node:os'
import { cliErrors } from '../error-codes.ts'

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,64}$/u

/** Names that say that nobody at a command line acted: the host itself, and those who come over HTTP. */
const RESERVED = /^(system|admin)(:|$)/

/**
 * Who acts on this command line, as the audit log and the ledger keep it (decisions.md section 10).
 *
 * @param options `as`: the value of `--as`.
 * @returns That name, else the name of the system's user.
 * @throws `OPERATOR_NAME_INVALID` for a name that is not 1 to 64 printable characters or is reserved, and where the system has no
 *   name for its user.
 * @example
 * host.get(Wallet).credit({ …, actor: actorOf(options) })
 */
export function actorOf(options: { readonly as?: string }): string {
  const name = (options.as ?? systemUser()).trim()
  if (PRINTABLE.test(name) && !RESERVED.test(name.normalize('NFKC').toLowerCase())) return name
  throw cliErrors.error('OPERATOR_NAME_INVALID', { name })
}

/** A process of a user who is in no list of users, as in many containers, has no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
