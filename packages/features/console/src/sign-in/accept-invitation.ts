import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts, Visitor } from '../people/console-parts.ts'
import { joinByInvitation, personOf } from '../people/memberships.ts'
import { type InvitationRow, peopleStatements as statements } from '../tables/people-statements.ts'
import { countCode } from './code-limits.ts'
import { type CodeTry, codeRefusal, makeCode, tryCode } from './codes.ts'
import { failureOf, LIMITS } from './limits.ts'
import { enterByLink } from './link-entry.ts'
import { isReached } from './session-limits.ts'
import { beginSession, type Session, secondFactorRequired } from './sessions.ts'
import { auditWrongCode, enterByEmail } from './sign-in.ts'

const notFound = () => consoleErrors.error('INVITATION_NOT_FOUND')

/** The path of the page that shows an invitation. */
export const INVITATION_PATH = '/console/invitation'

async function elsewhere({ mails }: ConsoleParts): Promise<Error> {
  const url = await mails.link(null, INVITATION_PATH)
  return consoleErrors.error('INVITATION_ELSEWHERE', { url }, { details: { url } })
}

/**
 * Finds an open invitation by its token. A brand's host shows only invitations to accounts of that brand.
 *
 * @throws `INVITATION_NOT_FOUND`, `INVITATION_ELSEWHERE`
 */
export async function readInvitation(
  parts: ConsoleParts,
  { token, visitor }: { readonly token: string; readonly visitor: Visitor },
): Promise<InvitationRow> {
  const { tables, secrets, clock } = parts
  const row = await tables.first(
    statements.openInvitation({ hashes: [...secrets.hashes(token)], now: clock.now().getTime() }),
  )
  if (!row) throw notFound()
  const reach = { limitedTo: visitor.limitedTo, accountId: row.account_id }
  if (!(await isReached(parts, reach))) throw await elsewhere(parts)
  return row
}

/** The tie of a code to its invitation and host. */
const tieOf = ({ id }: InvitationRow, { limitedTo }: Visitor): string => `${id} ${limitedTo ?? ''}`

/**
 * Emails a code to the invited address, whether or not it has a person already.
 *
 * @returns The token of the code.
 * @throws `INVITATION_NOT_FOUND`, `INVITATION_ELSEWHERE`, `MAIL_REQUIRED`, `MAIL_NOT_SENT`, `MAIL_REFUSED`, `TOO_MANY_ATTEMPTS`
 */
export async function askInvitationCode(
  parts: ConsoleParts,
  { token, visitor }: { readonly token: string; readonly visitor: Visitor },
): Promise<string> {
  const row = await readInvitation(parts, { token, visitor })
  if (!parts.mails.canSend) throw consoleErrors.error('MAIL_REQUIRED', { what: 'no code can be sent to this address' })
  const { email } = row
  const { token: acceptance, code } = await parts.tables.transaction(function* (tx) {
    yield* countCode(tx, parts, { email, visitor })
    return yield* makeCode(tx, parts, { purpose: 'invitation', email, boundTo: tieOf(row, visitor) })
  })
  const failure = await parts.mails.sendCode({ to: email, code, visitor })
  if (failure !== null) throw failure
  return acceptance
}

/** A request to accept an invitation. */
export interface Acceptance {
  readonly token: string
  /** The name of a new person; null: from the address. */
  readonly name: string | null
  /** The emailed code with its token. Null: the session of the invited person proves the address. */
  readonly code: { readonly token: string; readonly code: string } | null
  readonly visitor: Visitor
  /** The session of the request. */
  readonly current: Session | null
}
/** The result of an acceptance. */
export interface Accepted {
  /** False: the code has signed in the person of the address, who must still accept. */
  readonly accepted: boolean
  /** The token of a new session; null: the session of the request goes on. */
  readonly session: string | null
}

/**
 * Accepts an invitation, once. A new address proves itself by the emailed code, and gets a person, the role and a session in one commit. An
 * address that has a person accepts with a session of that person which began at the server's own host; there the code only signs in.
 * A link of the command line needs neither.
 *
 * @throws `INVITATION_NOT_FOUND`, `INVITATION_ELSEWHERE`, `INVITATION_NOT_PROVEN`, `SECOND_FACTOR_REQUIRED`, `CODE_WRONG`, `CODE_ENDED`,
 *   `TOO_MANY_ATTEMPTS`
 */
export async function acceptInvitation(parts: ConsoleParts, asked: Acceptance): Promise<Accepted> {
  const { token, name, code, visitor, current } = asked
  const row = await readInvitation(parts, { token, visitor })
  if (row.purpose !== null) return { accepted: true, session: await enterByLink(parts, { row, name, visitor }) }
  if (code === null) return await acceptSignedIn(parts, { row, visitor, current })
  const result = await parts.tables.transaction(function* (tx) {
    const tried = yield* tryCode(tx, parts, {
      purpose: 'invitation',
      token: code.token,
      code: code.code,
      boundTo: tieOf(row, visitor),
    })
    if (tried.kind === 'wrong') yield* auditWrongCode(tx, parts, tried)
    if (tried.kind !== 'right') return tried
    return yield* enterProven(tx, parts, { row, name, visitor })
  })
  if ('kind' in result) throw await failureOf(parts, LIMITS.triesOfAddress('code', visitor.ip), codeRefusal(result))
  if (result.session === null) throw await elsewhere(parts)
  return result
}

/** Takes the invitation of an address that a code has proven. The session is null where the host is not the one for it. */
function* enterProven(
  tx: TableTransaction,
  parts: ConsoleParts,
  { row, name, visitor }: { readonly row: InvitationRow } & Pick<Acceptance, 'name' | 'visitor'>,
): Steps<Accepted | Exclude<CodeTry, { kind: 'right' }>> {
  const { email } = row
  const known = yield* tx.first(statements.personByEmail({ email }))
  const person = known === null ? yield* personOf(tx, parts, { email, name }) : null
  if (person?.isNew) {
    yield* takeInvitation(tx, parts, { row, personId: person.id })
    const { token: session } = yield* beginSession(tx, parts, { personId: person.id, visitor })
    return { accepted: true, session }
  }
  if (visitor.limitedTo !== null) return { accepted: false, session: null }
  const entry = { visitor, email, name: null, method: 'code', secondFactor: false }
  return { accepted: false, session: yield* enterByEmail(tx, parts, entry) }
}

/** Accepts with the session of the invited person, whose last proof stays as it is. */
async function acceptSignedIn(
  parts: ConsoleParts,
  { row, visitor, current }: { readonly row: InvitationRow } & Pick<Acceptance, 'visitor' | 'current'>,
): Promise<Accepted> {
  if (current === null || current.row.email !== row.email) throw consoleErrors.error('INVITATION_NOT_PROVEN')
  if (visitor.limitedTo !== null) throw await elsewhere(parts)
  if (current.row.limited_to !== null) throw consoleErrors.error('INVITATION_NOT_PROVEN')
  if (current.needs === 'second_factor' || current.needs === 'enrol_second_factor') throw secondFactorRequired(current)
  const { person_id: personId } = current.row
  await parts.tables.transaction(function* (tx) {
    yield* takeInvitation(tx, parts, { row, personId })
  })
  return { accepted: true, session: null }
}

/** Gives a person the role of an invitation, once. @throws `INVITATION_NOT_FOUND` */
function* takeInvitation(
  tx: TableTransaction,
  parts: ConsoleParts,
  { row, personId }: { readonly row: InvitationRow; readonly personId: string },
): Steps<void> {
  const { id, account_id: accountId, role, production } = row
  yield* joinByInvitation(tx, parts, { invitation: row, personId })
  const of = { action: 'person.accept', subject: `invitation/${id}`, accountId } as const
  yield* tx.audit({ actor: `person:${personId}`, ...of, after: { role, production } })
}
