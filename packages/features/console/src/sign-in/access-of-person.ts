import { type AccessRole, type AccessTime, type AuditEntry, AuditLog, PeopleAccess, service } from '@parakh/core'
import * as z from 'zod'
import { ConsoleParts } from '../people/console-parts.ts'
import { scopesOf } from '../people/roles.ts'
import { type MembershipRow, peopleStatements } from '../tables/people-statements.ts'
import { signInStatements } from '../tables/sign-in-statements.ts'
import { PORTAL_LIFE_MS } from './sessions.ts'

const PAGE = 1_000
const Before = z.object({ role: z.string() })

/** A role as it is known going back in time: its end, and its beginning as far as its membership says. */
interface Known {
  readonly accountId: string | null
  readonly role: string
  readonly until: Date
  readonly since: Date | null
}
type Period = Omit<AccessRole, 'scopes'>

/** What the audit log says of the roles of a person since a time, newest first. */
async function changesSince(audit: AuditLog, personId: string, from: Date): Promise<readonly AuditEntry[]> {
  const found: AuditEntry[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await audit.list({ accountIds: null, subject: `person/${personId}`, from, cursor, limit: PAGE })
    found.push(...page.items.filter(({ action }) => /^person\.role-(change|remove)$/.test(action)))
    if (page.next === null) return found
    cursor = page.next
  }
}

/**
 * The roles of a person in a time, going back from those that it has now.
 *
 * @param changes Since the beginning of the time, newest first.
 */
export function rolesBack(
  now: readonly Pick<MembershipRow, 'account_id' | 'role' | 'created_at'>[],
  changes: readonly Pick<AuditEntry, 'accountId' | 'at' | 'before'>[],
  { from, until }: AccessTime,
): readonly Period[] {
  const end = new Date(Math.max(Number(until), ...changes.map(({ at }) => Number(at))))
  const open = new Map<string | null, Known>(
    now.map(({ account_id, role, created_at }) => [
      account_id,
      { accountId: account_id, role, until: end, since: created_at },
    ]),
  )
  const periods: Period[] = []
  const close = ({ accountId, role, until: ended }: Known, since: Date): void =>
    void periods.push({ accountId, role, from: since, until: ended })
  for (const { accountId, at, before } of changes) {
    const known = open.get(accountId)
    const isOfMembership = known !== undefined && known.since !== null && at >= known.since
    if (known) close(known, isOfMembership || known.since === null ? at : known.since)
    const since = isOfMembership ? known.since : null
    open.set(accountId, { accountId, role: Before.parse(before).role, until: at, since })
  }
  for (const known of open.values()) close(known, known.since ?? from)
  return periods
    .map((one) => ({ ...one, from: later(one.from, from), until: earlier(one.until, until) }))
    .filter((one) => one.from < one.until)
}
const later = (one: Date, other: Date): Date => (one > other ? one : other)
const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** The sessions and roles of the people of this console. */
export const peopleAccess = service(
  PeopleAccess,
  { parts: ConsoleParts, audit: AuditLog },
  ({ parts: { tables, scopes }, audit }): PeopleAccess => ({
    async of(personId, time) {
      const person = await tables.first(peopleStatements.person({ id: personId }))
      if (!person) return null
      const [from, until] = [time.from.getTime(), time.until.getTime()]
      const sessions = await tables.rows(signInStatements.sessionsBetween({ person_id: personId, from, until }))
      const memberships = await tables.rows(peopleStatements.membershipsOf({ person_id: personId }))
      const own = rolesBack(memberships, await changesSince(audit, personId, time.from), time)
      // A session of a portal link has the role of the link alone.
      const linked = sessions.flatMap(({ portal_role: role, portal_account: accountId, created_at, ended_at }) =>
        role === null
          ? []
          : [
              {
                accountId,
                role,
                from: created_at,
                until: ended_at ?? new Date(created_at.getTime() + PORTAL_LIFE_MS),
              },
            ],
      )
      return {
        sessions: sessions.map(({ id, created_at, seen_at, ended_at, ip: address, agent }) => ({
          ...{ id, from: created_at, until: ended_at ?? seen_at, address, agent },
        })),
        roles: [...own, ...linked].map((one) => ({ ...one, scopes: scopesOf(one.role, one, scopes) })),
      }
    },
  }),
)
