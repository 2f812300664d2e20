import { userInfo } from 'node:os'
import { operatorName } from '@parakh/core'

/**
 * Who acts on this command line, as the audit log and the ledger keep it (decisions.md section 10).
 *
 * @param options `as`: the value of `--as`.
 * @returns That name, else the name of the system's user, in lower case.
 * @throws `OPERATOR_NAME_INVALID` for a name that is not 1 to 64 of a-z, 0-9 and . _ @ - or is reserved, and where the system has no
 *   such name for its user.
 * @example
 * host.get(Wallet).credit({ …, actor: actorOf(options) })
 */
export function actorOf(options: { readonly as?: string }): string {
  return operatorName(options.as ?? systemUser())
}

/** A process of a user who is in no list of users, as in many containers, has no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
