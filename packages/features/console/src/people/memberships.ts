import { type Account, actRefusal, notFound, type Scope, type Steps, type TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import {
  type InvitationRow,
  type MemberRow,
  type PersonRow,
  peopleStatements as statements,
} from '../tables/people-statements.ts'
import { portalSessionStatements } from '../tables/portal-session-statements.ts'
import { ON_HOST, placeOf, relationOfPlace } from './acting-place.ts'
import type { ConsoleParts } from './console-parts.ts'
import { nameFrom } from './email.ts'
import { type PeopleActor, requirePeopleAct, requireRole } from './require-people-act.ts'
import type { GivenRole } from './roles.ts'

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

/** Gives a person a role, unless it has one there. @returns The id of the new role; null: it had one. */
export function* addMembership(
  tx: TableTransaction,
  parts: ConsoleParts,
  {
    personId,
    accountId,
    role,
    production,
    invitationId = null,
  }: GivenRole & {
    readonly personId: string
    readonly accountId: string | null
    readonly invitationId?: string | null
  },
): Steps<string | null> {
  const row = { id: parts.ids.next(), person_id: personId, account_id: accountId, role, production: Number(production) }
  const given = { ...row, invitation_id: invitationId, created_at: parts.clock.now().getTime() }
  if ((yield* tx.run(statements.insertMembership(given))) === 0) return null
  if (role === 'owner' && accountId !== null) yield* tx.markOwned(accountId)
  return row.id
}

/**
 * Ends an open invitation and gives its role to a person. The policy decides again: the account may have an owner by now, or another
 * parent. An operator whom the host has invited is confirmed at once.
 *
 * @throws `INVITATION_NOT_FOUND` if it has ended, or its inviter cannot give the role any more.
 */
export function* joinByInvitation(
  tx: TableTransaction,
  parts: ConsoleParts,
  { invitation, personId }: { readonly invitation: InvitationRow; readonly personId: string },
): Steps<void> {
  const { id, account_id: accountId, invited_by, invited_from: from, role, production } = invitation
  const target = accountId === null ? null : yield* tx.lockAccount(accountId)
  const place = accountId === null ? null : yield* tx.first(statements.account({ id: accountId, from: from ?? '' }))
  const relation = relationOfPlace(from, { accountId, isAbove: place?.is_above ?? false })
  const isAllowed = actRefusal({ act: 'use-role', relation, target }) === null
  const now = parts.clock.now().getTime()
  if (!isAllowed || (yield* tx.run(statements.endInvitation({ id, now }))) !== 1)
    throw consoleErrors.error('INVITATION_NOT_FOUND')
  const given = { personId, accountId, role, production, invitationId: id }
  if ((yield* addMembership(tx, parts, given)) === null) return
  const confirmed_by = accountId === null && from === ON_HOST ? invited_by : null
  yield* tx.run(statements.recordAcceptance({ id, accepted_by: personId, confirmed_by }))
}

/** Who changes which role. */
export interface RoleChange extends PeopleActor {
  readonly member: MemberRow
  readonly actor: string
  /** Null: the role is taken away. */
  readonly to: Partial<GivenRole> | null
}

/**
 * Changes or removes a role: never one above the giver's, and never the last owner's. From the next request on. The credentials, open
 * invitations, portal links and portal sessions that the member made with the former role end.
 *
 * @throws `NOT_FOUND`, `ROLE_INVALID`, `LAST_OWNER`, and what `requirePeopleAct` throws.
 */
export async function changeRole(
  parts: ConsoleParts,
  change: RoleChange,
): Promise<{ readonly before: MemberRow; readonly after: MemberRow }> {
  const { actor, to } = change
  const { id, account_id } = change.member
  return await parts.tables.transaction(function* (tx) {
    const target = account_id === null ? null : yield* tx.lockAccount(account_id)
    const all = yield* tx.rows(statements.lockMembers({ account_id }))
    // As it stands beneath the lock.
    const member = yield* tx.first(statements.member({ id }))
    if (!member) throw notFound(`membership ${id}`)
    const next = to && { role: to.role ?? member.role, production: to.production ?? member.production }
    requireChange(change, { from: member.role, next, target, known: parts.scopes })
    const others = all.filter((one) => one.id !== id)
    if (takesHighest(member, next) && !others.some((one) => one.role === member.role))
      throw consoleErrors.error('LAST_OWNER')
    yield* writeChange(tx, member, next)
    const before = { role: member.role, production: member.production }
    if (next?.role !== member.role) yield* endMade(tx, parts, { member, actor })
    yield* tx.audit({
      ...{ actor, action: next ? 'person.role-change' : 'person.role-remove', subject: `person/${member.person_id}` },
      accountId: account_id,
      ...{ before, after: next },
    })
    return { before: member, after: { ...member, ...next } }
  })
}

/** @throws `ROLE_INVALID`, and what `requirePeopleAct` throws. */
function requireChange(
  change: RoleChange,
  of: {
    readonly from: string
    readonly next: GivenRole | null
    readonly target: Account | null
    readonly known: readonly Scope[]
  },
): void {
  const { from, next, target, known } = of
  if (next) requireRole(next.role, target?.id ?? null)
  requirePeopleAct({ act: 'take-role' }, change, { role: from, target, known })
  if (next) requirePeopleAct({ act: 'give-role' }, change, { role: next.role, target, known })
}

function* writeChange(tx: TableTransaction, { id, account_id }: MemberRow, next: GivenRole | null): Steps<void> {
  if (next === null) {
    yield* tx.run(statements.deleteMembership({ id }))
    return
  }
  yield* tx.run(statements.changeMembership({ id, role: next.role, production: Number(next.production) }))
  if (next.role === 'owner' && account_id !== null) yield* tx.markOwned(account_id)
}

/** Ends the credentials that a member made with its role, its open invitations, and its portal links with their sessions. */
function* endMade(
  tx: TableTransaction,
  parts: ConsoleParts,
  { member, actor }: { readonly member: MemberRow; readonly actor: string },
): Steps<void> {
  const { person_id: personId, account_id: accountId } = member
  yield* tx.endTokens({ personId, accountId, actor })
  const [place, now] = [placeOf(accountId, false), parts.clock.now().getTime()]
  const maker = { actor: `person:${personId}`, credentials: `person:${personId}/%`, now }
  yield* tx.run(statements.endInvitationsBy({ ...maker, invited_from: place }))
  yield* tx.run(portalSessionStatements.expirePortalLinksBy({ ...maker, place }))
  yield* tx.run(portalSessionStatements.endPortalSessionsBy({ ...maker, place }))
}

const takesHighest = ({ role, account_id }: MemberRow, next: GivenRole | null): boolean =>
  role === (account_id === null ? 'admin' : 'owner') && next?.role !== role
