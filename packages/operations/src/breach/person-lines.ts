import type { AdminToken, PersonAccess } from '@parakh/core'
import { moment } from '@parakh/core/fields'
import type { BreachLine } from './breach-line.ts'
import { actLine, type BreachParts, type BreachWindow, entriesOf } from './breach-parts.ts'
import { reachLines } from './reach-lines.ts'

/** A credential, or a role, for as long as it was good. */
interface Access extends BreachWindow {
  readonly accountId: string | null
  readonly role: string
  readonly scopes: readonly string[]
  readonly subject: string
}

/** What was good in both times; null: nothing. */
function within({ since, until }: BreachWindow, access: Access): Access | null {
  const [from, end] = [Math.max(+since, +access.since), Math.min(+until, +access.until)]
  return from < end ? { ...access, since: new Date(from), until: new Date(end) } : null
}

async function* accessLines(parts: BreachParts, window: BreachWindow, given: Access): AsyncGenerator<BreachLine> {
  const access = within(window, given)
  if (!access) return
  const { accountId, role, scopes, subject, since, until } = access
  yield {
    ...{ kind: 'credential', at: moment(since), until: moment(until), account_id: accountId, role, subject },
    detail: { scopes },
  }
  yield* reachLines(parts, { accountId, role, since, until })
}

const tokenActor = ({ name, personId }: AdminToken): string =>
  personId === null ? `admin:${name}` : `person:${personId}/${name}`

/** What an admin token has done and could have seen: itself, the accounts that it reached, and each of its acts. */
export async function* tokenLines(
  parts: BreachParts,
  { token, ...window }: BreachWindow & { readonly token: AdminToken },
): AsyncGenerator<BreachLine> {
  const { id, accountId, scopes, createdAt, expiresAt, revokedAt } = token
  const ends = [window.until, expiresAt, revokedAt].filter((end) => end !== null).map(Number)
  yield* accessLines(parts, window, {
    ...{ accountId, scopes, role: 'token', subject: `admin-token/${id}` },
    ...{ since: createdAt, until: new Date(Math.min(...ends)) },
  })
  yield* actLines(parts, window, tokenActor(token))
}

/** What a person has done and could have seen: its sessions and roles, the accounts that it reached, its acts, and those of the tokens that it made. */
export async function* personLines(
  parts: BreachParts,
  {
    personId,
    access,
    tokens,
    ...window
  }: BreachWindow & {
    readonly personId: string
    readonly access: PersonAccess
    readonly tokens: readonly AdminToken[]
  },
): AsyncGenerator<BreachLine> {
  const subject = `person/${personId}`
  for (const { id, from, until, address, agent } of access.sessions)
    yield { kind: 'session', at: moment(from), until: moment(until), subject, address, detail: { session: id, agent } }
  for (const { from, until, ...role } of access.roles)
    yield* accessLines(parts, window, { ...role, subject, since: from, until })
  yield* actLines(parts, window, `person:${personId}`)
  for (const token of tokens) yield* tokenLines(parts, { token, ...window })
}

async function* actLines(
  parts: BreachParts,
  { since, until }: BreachWindow,
  actor: string,
): AsyncGenerator<BreachLine> {
  for await (const entry of entriesOf(parts, { actor, from: since, until })) yield actLine(entry)
}
