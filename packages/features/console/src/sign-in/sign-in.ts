import type { Steps, TableTransaction } from '@parakh/core'
import { auditPerson, auditStranger, type ConsoleParts, type Visitor } from '../people/console-parts.ts'
import { personOf } from '../people/memberships.ts'
import { peopleStatements } from '../tables/people-statements.ts'
import { countCode, countStranger } from './code-limits.ts'
import { type CodeTry, codeRefusal, MOST_TRIES, makeCode, tryCode } from './codes.ts'
import { failureOf, LIMITS } from './limits.ts'
import { beginSession } from './sessions.ts'

/**
 * Creates a sign-in code and emails it. The answer and the work before it are the same whether a person has the address or not. The email goes
 * out after the answer, and only to people, or to strangers if they may sign up.
 *
 * @returns The token of the code.
 * @throws `TOO_MANY_ATTEMPTS`
 */
export async function askSignInCode(
  parts: ConsoleParts,
  { email, visitor }: { readonly email: string; readonly visitor: Visitor },
): Promise<string> {
  const request = await parts.tables.transaction(function* (tx) {
    yield* countCode(tx, parts, { email, visitor })
    const mayMailStranger = yield* countStranger(tx, parts, { email, visitor })
    const person = yield* tx.first(peopleStatements.personByEmail({ email }))
    const newCode = yield* makeCode(tx, parts, { purpose: 'sign-in', email, boundTo: visitor.limitedTo })
    return { ...newCode, isMailed: person !== null || (parts.signUp === 'open' && mayMailStranger) }
  })
  if (request.isMailed) void parts.mails.sendCode({ to: email, code: request.code, visitor })
  return request.token
}

/**
 * Signs in with a code, at the host where it was requested. Of tries at once with one code, one gets a session.
 *
 * @returns The token of the session.
 * @throws `CODE_WRONG`, `CODE_ENDED`, `TOO_MANY_ATTEMPTS`
 */
export async function signIn(
  parts: ConsoleParts,
  { token, code, visitor }: { readonly token: string; readonly code: string; readonly visitor: Visitor },
): Promise<string> {
  const entered = await parts.tables.transaction(function* (tx) {
    const tried = yield* tryCode(tx, parts, { purpose: 'sign-in', token, code, boundTo: visitor.limitedTo })
    if (tried.kind === 'wrong') yield* auditWrongCode(tx, parts, tried)
    if (tried.kind !== 'right') return tried
    const entry = { visitor, email: tried.email, name: null, method: 'code', secondFactor: false }
    // A code that was asked for while strangers could sign up is none for a stranger later.
    return (yield* enterByEmail(tx, parts, entry)) ?? ({ kind: 'ended' } as const)
  })
  if (typeof entered !== 'string')
    throw await failureOf(parts, LIMITS.triesOfAddress('code', visitor.ip), codeRefusal(entered))
  return entered
}

/** Signs in the person of a proven address. @returns The token of the session; null: nobody has the address, and strangers may not sign up. */
export function* enterByEmail(
  tx: TableTransaction,
  parts: ConsoleParts,
  entry: {
    readonly visitor: Visitor
    readonly email: string
    /** Of the person, if it is new; null: made from the address. */
    readonly name: string | null
    /** How the address was proven, for the audit log. */
    readonly method: string
    readonly secondFactor: boolean
  },
): Steps<string | null> {
  const { visitor, email, name, method, secondFactor } = entry
  const known = yield* tx.first(peopleStatements.personByEmail({ email }))
  if (known === null && parts.signUp !== 'open') return null
  const { id: personId } = known ?? (yield* personOf(tx, parts, { email, name }))
  const { id: session, token } = yield* beginSession(tx, parts, { personId, visitor, secondFactor })
  yield* auditPerson(tx, 'person.sign-in', { personId, after: { method, session } })
  return token
}

/** Its first wrong try and its last, so that nobody fills the audit log by guessing, and nobody guesses unseen. */
export function* auditWrongCode(
  tx: TableTransaction,
  parts: ConsoleParts,
  { email, left }: Extract<CodeTry, { kind: 'wrong' }>,
): Steps<void> {
  const known = yield* tx.first(peopleStatements.personByEmail({ email }))
  if (left !== 0 && left !== MOST_TRIES - 1) return
  const action = 'person.sign-in-fail'
  const after = { method: 'code', tries_left: left }
  if (known) yield* auditPerson(tx, action, { personId: known.id, after })
  else yield* auditStranger(tx, parts, { address: email, action, subject: 'person', accountId: null, after })
}
