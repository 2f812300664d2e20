import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, auditStranger, type ConsoleParts, type Visitor } from '../people/console-parts.ts'
import { nameFrom } from '../people/email.ts'
import { personOf } from '../people/people.ts'
import { type PersonRow, peopleStatements } from '../tables/people-statements.ts'
import { codeRefusal, drawCode, MOST_TRIES, makeCode, tryCode } from './codes.ts'
import { countAt, LIMITS, requireWithin, tooMany } from './limits.ts'
import { beginSession, drawSession } from './sessions.ts'

/**
 * Asks for a code by mail. The answer and what is done before it are the same whether somebody has the address or not; the mail goes out beside
 * the answer, and only to people, or to strangers where they may sign up.
 *
 * @returns The token of the code.
 * @throws `TOO_MANY_ATTEMPTS`
 */
export async function askSignInCode(
  parts: ConsoleParts,
  { email, visitor }: { readonly email: string; readonly visitor: Visitor },
): Promise<string> {
  const made = drawCode(parts)
  const counted = await parts.tables.transaction(function* (tx) {
    const wait = yield* countAt(tx, parts, [LIMITS.codesOfAddress(visitor.ip), LIMITS.codesOfEmail(email)])
    if (wait > 0) return { wait, mails: false }
    const ofDomain = yield* countAt(tx, parts, [LIMITS.strangersOfDomain(email)])
    const person = yield* tx.first(peopleStatements.personByEmail({ email }))
    yield* makeCode(tx, parts, { purpose: 'sign-in', email, made })
    return { wait, mails: person !== null || (parts.signUp === 'open' && ofDomain === 0) }
  })
  if (counted.wait > 0) throw tooMany(counted.wait)
  const { hostname, language } = visitor
  if (counted.mails) parts.mails.sendCode({ to: email, code: made.code, hostname, language })
  return made.token
}

/**
 * Signs in with a code. Of tries at once with one code, one gets a session.
 *
 * @returns The token of the session.
 * @throws `CODE_WRONG`, `CODE_ENDED`, `TOO_MANY_ATTEMPTS`
 */
export async function signIn(
  parts: ConsoleParts,
  { token, code, visitor }: { readonly token: string; readonly code: string; readonly visitor: Visitor },
): Promise<string> {
  await requireWithin(parts, [LIMITS.triesOfAddress(visitor.ip)])
  const [personId, drawn] = [parts.ids.next(), drawSession(parts)]
  const tried = await parts.tables.transaction(function* (tx) {
    const tried = yield* tryCode(tx, parts, { purpose: 'sign-in', token, code })
    if (tried.kind === 'ended') return tried
    if (tried.kind === 'wrong') {
      const known = yield* tx.first(peopleStatements.personByEmail({ email: tried.email }))
      yield* auditWrongCode(tx, parts, { ...tried, known })
      return tried
    }
    // A code that was asked for while strangers could sign up is none for a stranger later.
    const entry = { personId, drawn, visitor, email: tried.email, name: null, method: 'code', secondFactor: false }
    return (yield* enterByEmail(tx, parts, entry)) ? tried : ({ kind: 'ended' } as const)
  })
  if (tried.kind !== 'right') throw codeRefusal(tried)
  return drawn.token
}

/** Somebody who has proven an address. */
interface ProvenEntry {
  /** Of the person, if it is new. */
  readonly personId: string
  readonly drawn: ReturnType<typeof drawSession>
  readonly visitor: Visitor
  readonly email: string
  /** Of the person, if it is new; null: made from the address. */
  readonly name: string | null
  /** How the address was proven, for the audit log. */
  readonly method: string
  readonly secondFactor: boolean
}
/** Signs in the person of a proven address. @returns False: nobody has it, and strangers may not sign up. */
export function* enterByEmail(tx: TableTransaction, parts: ConsoleParts, entry: ProvenEntry): Steps<boolean> {
  const { personId: id, drawn, visitor, email, name, method, secondFactor } = entry
  const known = yield* tx.first(peopleStatements.personByEmail({ email }))
  if (known === null && parts.signUp !== 'open') return false
  const person = known ?? (yield* personOf(tx, parts, { id, email, name: name ?? nameFrom(email) }))
  yield* beginSession(tx, parts, { drawn, personId: person.id, visitor, secondFactor })
  yield* auditPerson(tx, 'person.sign-in', { personId: person.id, after: { method, session: drawn.id } })
  return true
}

/** Its first wrong try and its last, so that nobody fills the audit log by guessing, and nobody guesses unseen. */
function* auditWrongCode(tx: TableTransaction, parts: ConsoleParts, { email, left, known }: WrongCode): Steps<void> {
  if (left !== 0 && left !== MOST_TRIES - 1) return
  const after = { method: 'code', tries_left: left }
  if (known) yield* auditPerson(tx, 'person.sign-in-fail', { personId: known.id, after })
  else
    yield* auditStranger(tx, parts, {
      address: email,
      ...{ action: 'person.sign-in-fail', subject: 'person', accountId: null, after },
    })
}

interface WrongCode {
  readonly email: string
  readonly left: number | null
  /** Who has the address; null: nobody. */
  readonly known: PersonRow | null
}

/** @throws `SIGN_UP_CLOSED` */
export function requireSignUp({ signUp }: ConsoleParts): void {
  if (signUp !== 'open') throw consoleErrors.error('SIGN_UP_CLOSED')
}
