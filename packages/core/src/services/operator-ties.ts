import { token } from '../token.ts'

/**
 * An unconfirmed invitation of an operator. Until another operator confirms the invited one, both may be the same human.
 * Operators are named as `actingOperator` returns them.
 */
export interface OperatorTie {
  readonly invited: string
  readonly inviter: string
  /** The membership to confirm; null: the invited operator was removed. */
  readonly membershipId: string | null
}
/** The unconfirmed invitations of a host's operators. A removed operator keeps its ties. */
export interface OperatorTies {
  unconfirmed(): Promise<readonly OperatorTie[]>
}
/** The ties of a host's operators. Without a console there are none: operators with different names are different people. */
export const OperatorTies = token<OperatorTies>('core.operator-ties', { broughtBy: '@parakh/console' })

/** Returns an operator and all operators that unconfirmed invitations connect with it: together they count as one. */
export function connectedOperators(ties: readonly OperatorTie[], operator: string): ReadonlySet<string> {
  const connected = new Set([operator])
  // A set also visits what is added meanwhile.
  for (const name of connected)
    for (const { invited, inviter } of ties) {
      if (invited === name) connected.add(inviter)
      if (inviter === name) connected.add(invited)
    }
  return connected
}

/** Returns the memberships whose confirmation can separate connected operators. */
export const unconfirmedMemberships = (
  ties: readonly OperatorTie[],
  connected: ReadonlySet<string>,
): readonly string[] => [
  ...new Set(
    ties.flatMap(({ invited, membershipId }) =>
      membershipId !== null && connected.has(invited) ? [membershipId] : [],
    ),
  ),
]
