import { userInfo } from 'node:os'
import { operatorName } from '@parakh/core'

/**
 * The actor of this command, for the audit log and the ledger (decisions.md section 10).
 *
 * @param options `as`: the value of `--as`.
 * @returns That name, else the name of the system's user, in lower case.
 * @throws `OPERATOR_NAME_INVALID` for a name that is not 1 to 64 of a-z, 0-9 and . _ @ - or is reserved, and if the system user has no
 *   valid name.
 * @example
 * host.get(Wallet).credit({ …, actor: actorOf(options) })
 */
export function actorOf(options: { readonly as?: string }): string {
  return operatorName(options.as ?? systemUser())
}

/** The same for a command that only reads, some of which are audited: where the system's user has no valid name, `cli`. */
export function readerOf(): string {
  try {
    return actorOf({})
  } catch {
    return 'cli'
  }
}

/** In many containers the process's user has no entry in the user database. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
