import type { Steps, TableTransaction } from '@parakh/core'
import { notFound } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { type MemberRow, type PersonRow, peopleStatements as statements } from '../tables/people-statements.ts'
import type { ConsoleParts } from './console-parts.ts'
import { nameFrom } from './email.ts'
import { type GivenRole, type Giver, requireCovers, requireMayGive } from './roles.ts'

/** The person of an e-mail address, created if there is none. Of two transactions at once, one creates it, and `isNew` is true there alone. */
export function* personOf(
  tx: TableTransaction,
  parts: ConsoleParts,
  { email, name }: { readonly email: string /** Null: made from the address. */; readonly name: string | null },
): Steps<PersonRow & { readonly isNew: boolean }> {
  const made = { id: parts.ids.next(), name: name ?? nameFrom(email), created_at: parts.clock.now().getTime() }
  const written = yield* tx.run(statements.insertPerson({ ...made, email, portal_account: null, portal_ref: null }))
  const person = yield* tx.first(statements.personByEmail({ email }))
  if (person === null) throw new Error('the person is there: it was just written')
  return { ...person, isNew: written === 1 }
}

/** Gives a person a role, unless it has one there. @returns The id of the role that it is given. */
export function* addMembership(
  tx: TableTransaction,
  parts: ConsoleParts,
  {
    personId,
    accountId,
    role,
    production,
  }: GivenRole & { readonly personId: string; readonly accountId: string | null },
): Steps<string> {
  const row = { id: parts.ids.next(), person_id: personId, account_id: accountId, role, production: Number(production) }
  yield* tx.run(statements.insertMembership({ ...row, created_at: parts.clock.now().getTime() }))
  return row.id
}

/** Who changes which role. */
export interface RoleChange extends Giver {
  readonly member: MemberRow
  readonly actor: string
  /** Null: the role is taken away. */
  readonly to: Partial<GivenRole> | null
}

/**
 * Changes or removes a role: never one above the giver's, and never the last owner's. From the next request on.
 *
 * @throws `NOT_FOUND`, `ROLE_INVALID`, `ROLE_TOO_HIGH`, `LAST_OWNER`
 */
export async function changeRole(parts: ConsoleParts, change: RoleChange): Promise<MemberRow> {
  const { actor, to } = change
  const { id, account_id } = change.member
  return await parts.tables.transaction(function* (tx) {
    const all = yield* tx.rows(statements.lockMembers({ account_id }))
    // As it stands beneath the lock.
    const member = yield* tx.first(statements.member({ id }))
    if (!member) throw notFound(`membership ${id}`)
    const next = to && { role: to.role ?? member.role, production: to.production ?? member.production }
    requireCovers(change, { role: member.role, accountId: account_id }, parts.scopes)
    if (next) requireMayGive(change, { role: next.role, accountId: account_id }, parts.scopes)
    const others = all.filter((one) => one.id !== id)
    if (takesHighest(member, next) && !others.some((one) => one.role === member.role))
      throw consoleErrors.error('LAST_OWNER')
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

const takesHighest = ({ role, account_id }: MemberRow, next: GivenRole | null): boolean =>
  role === (account_id === null ? 'admin' : 'owner') && next?.role !== role
