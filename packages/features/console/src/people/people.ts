import type { Steps, TableTransaction } from '@parakh/core'
import { notFound } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { type MemberRow, type PersonRow, peopleStatements as statements } from '../tables/people-statements.ts'
import type { ConsoleParts } from './console-parts.ts'
import { checkRole, type Giver, requireCovers } from './roles.ts'

/** The person of an e-mail address, made at its first sight. Two that come at once get one. */
export function* personOf(
  tx: TableTransaction,
  parts: ConsoleParts,
  { id, email, name }: Omit<PersonRow, 'email'> & { readonly email: string },
): Steps<PersonRow> {
  const created_at = parts.clock.now().getTime()
  yield* tx.run(statements.insertPerson({ id, email, name, created_at, portal_account: null, portal_ref: null }))
  const person = yield* tx.first(statements.personByEmail({ email }))
  if (person === null) throw new Error('the person is there: it was just written')
  return person
}

/** Gives a person a role, unless it has one there. */
export function* addMembership(
  tx: TableTransaction,
  parts: ConsoleParts,
  given: { readonly id: string; readonly personId: string; readonly accountId: string | null } & RoleGiven,
): Steps<boolean> {
  const { id, personId: person_id, accountId: account_id, role, production } = given
  const created_at = parts.clock.now().getTime()
  const row = { id, person_id, account_id, role, production: Number(production), created_at }
  return (yield* tx.run(statements.insertMembership(row))) === 1
}
interface RoleGiven {
  readonly role: string
  readonly production: boolean
}

/** Who changes a role. */
export interface RoleChange {
  readonly membershipId: string
  readonly giver: Giver
  readonly actor: string
  /** Null: the role is taken away. */
  readonly to: Partial<RoleGiven> | null
}

/** Changes or removes a role: never one above the giver's, and never the last owner's. From the next request on. */
export async function changeRole(parts: ConsoleParts, change: RoleChange): Promise<MemberRow> {
  const { membershipId: id, actor, to } = change
  return await parts.tables.transaction(function* (tx) {
    const { account_id } = yield* memberOf(tx, id)
    const all = yield* tx.rows(statements.lockMembers({ account_id }))
    // As it stands beneath the lock.
    const member = yield* memberOf(tx, id)
    const next = to && { role: to.role ?? member.role, production: to.production ?? member.production }
    requireChange(parts, change, { member, next, others: all.filter((one) => one.id !== id) })
    if (next) yield* tx.run(statements.changeMembership({ id, role: next.role, production: Number(next.production) }))
    else yield* tx.run(statements.deleteMembership({ id }))
    // A credential may what its maker might: it ends with the role that it was made with.
    const before = { role: member.role, production: member.production }
    if (next?.role !== member.role) yield* tx.endTokens({ personId: member.person_id, accountId: account_id, actor })
    yield* tx.audit({
      ...{ actor, action: next ? 'person.role-change' : 'person.role-remove', subject: `person/${member.person_id}` },
      accountId: account_id,
      ...{ before, after: next },
    })
    return { ...member, ...next }
  })
}

function* memberOf(tx: TableTransaction, id: string): Steps<MemberRow> {
  const member = yield* tx.first(statements.member({ id }))
  if (!member) throw notFound(`membership ${id}`)
  return member
}

interface AskedChange {
  readonly member: MemberRow
  readonly next: RoleGiven | null
  /** The others who have a role there. */
  readonly others: readonly { readonly role: string }[]
}

/** @throws `ROLE_INVALID`, `ROLE_TOO_HIGH`, `LAST_OWNER` */
function requireChange({ scopes }: ConsoleParts, { giver }: RoleChange, { member, next, others }: AskedChange): void {
  const accountId = member.account_id
  requireCovers(giver, { role: member.role, accountId }, scopes)
  if (next) {
    checkRole(next.role, { accountId })
    requireCovers(giver, { role: next.role, accountId }, scopes)
  }
  const highest = accountId === null ? 'admin' : 'owner'
  const staysHighest = member.role !== highest || next?.role === highest
  if (!staysHighest && !others.some(({ role }) => role === highest)) throw consoleErrors.error('LAST_OWNER')
}
