import { AccountPeople, service } from '@parakh/core'
import { peopleStatements } from '../tables/people-statements.ts'
import { ConsoleParts } from './console-parts.ts'
import { scopesOf } from './roles.ts'

const MOST = 200
/** Who answers for an account, its money, or the server. */
const TOLD_ROLES = {
  account: ['owner', 'admin', 'billing'],
  operators: ['admin', 'support'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The people of this console, for what mails them. */
export const accountPeople = service(
  AccountPeople,
  { parts: ConsoleParts },
  ({ parts: { tables, scopes, mails } }): AccountPeople => ({
    async mailed(accountId) {
      const told: readonly string[] = TOLD_ROLES[accountId === null ? 'operators' : 'account']
      const rows = await tables.rows(peopleStatements.mailedMembers({ account_id: accountId, limit: MOST }))
      return rows.map(({ person_id: id, email, role }) => ({
        ...{ id, email, scopes: scopesOf(role, { accountId }, scopes) },
        isToldByDefault: told.includes(role),
      }))
    },
    send: (mail) => mails.sendToPerson(mail),
  }),
)
