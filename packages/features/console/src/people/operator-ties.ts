import { actingOperator, OperatorTies, service } from '@parakh/core'
import { type OperatorTieRow, peopleStatements } from '../tables/people-statements.ts'
import { ConsoleParts } from './console-parts.ts'

/** Returns an unconfirmed invitation as the acting policy reads it. */
export const tieOf = ({ invited, inviter, membership_id: membershipId }: OperatorTieRow) => ({
  invited: actingOperator(`person:${invited}`),
  inviter: actingOperator(inviter),
  membershipId,
})

/** The unconfirmed invitations of operators of this console. */
export const operatorTies = service(
  OperatorTies,
  { parts: ConsoleParts },
  ({ parts: { tables } }): OperatorTies => ({
    unconfirmed: async () => (await tables.rows(peopleStatements.operatorTies({}))).map(tieOf),
  }),
)
