import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts, type Visitor } from '../people/console-parts.ts'
import { factorLimit } from './code-limits.ts'
import { type CodeTry, codeRefusal, makeCode, tryCode } from './codes.ts'
import { LIMITS, requireWithin } from './limits.ts'
import type { AssertedPasskey } from './passkey-responses.ts'
import { auditRefused, takePasskey, verifyPasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { renewSession, type Session, secondFactorRequired } from './sessions.ts'
import { stepOfCode, takeTotpCode } from './totp.ts'

/** A proof as it is given. */
export type GivenProof =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  /** `proof`: the token of the mailed code. */
  | { readonly method: 'code'; readonly code: string; readonly proof: string }
  | { readonly method: 'passkey'; readonly response: AssertedPasskey }

/**
 * Emails a code for a step-up. Each session has its own budget of codes, which requests for sign-in codes cannot use up.
 *
 * @returns The token of the code.
 * @throws `SECOND_FACTOR_REQUIRED` if the person has a stronger factor, `TOO_MANY_ATTEMPTS`, `MAIL_NOT_SENT`, `MAIL_REFUSED`
 */
export async function askProofCode(parts: ConsoleParts, session: Session, visitor: Visitor): Promise<string> {
  const { email } = session.row
  if (email === null || !session.methods.includes('code')) throw secondFactorRequired(session)
  await requireWithin(parts, [LIMITS.codesOfSession(session.row.id)])
  const { token, code } = await parts.tables.transaction((tx) =>
    makeCode(tx, parts, { purpose: 'proof', email, boundTo: session.row.id }),
  )
  const failure = await parts.mails.sendCode({ to: email, code, visitor })
  if (failure !== null) throw failure
  return token
}

/**
 * Proves a person: the second factor of a sign-in, and a step-up. The session gets a new token; the old one ends.
 *
 * @returns The new token.
 * @throws `CODE_WRONG`, `CODE_ENDED`, `PASSKEY_REFUSED`, `SESSION_ENDED`, `SECOND_FACTOR_REQUIRED` for a method that the person has not,
 *   `TOO_MANY_ATTEMPTS`
 */
export async function prove(
  parts: ConsoleParts,
  session: Session,
  { given, visitor }: { readonly given: GivenProof; readonly visitor: Visitor },
): Promise<string> {
  const { row, methods } = session
  const { method } = given
  if (!methods.includes(method)) throw secondFactorRequired(session)
  const personId = row.person_id
  await requireWithin(parts, [await factorLimit(parts, session, visitor)])
  const owner = async (): Promise<string> => personId
  const proven = await auditRefused(parts, { action: 'person.prove-fail', owner }, async () => {
    const take = await verifyProof(parts, row, { given, visitor })
    return await parts.tables.transaction(function* (tx) {
      const tried = yield* take(tx)
      const { id, token_hash: from } = row
      const entry = { personId, after: { method, session: id } }
      if (tried.kind !== 'right') {
        yield* auditPerson(tx, 'person.prove-fail', entry)
        return tried
      }
      const token = yield* renewSession(tx, parts, { id, personId, from, secondFactor: method !== 'code' })
      yield* auditPerson(tx, 'person.prove', entry)
      return token
    })
  })
  if (typeof proven !== 'string') throw codeRefusal(proven)
  return proven
}

/** Checks what is checked before a transaction. @returns What takes the proof in it, once. */
async function verifyProof(
  parts: ConsoleParts,
  { id: boundTo, person_id: personId, email }: Session['row'],
  { given, visitor }: { readonly given: GivenProof; readonly visitor: Visitor },
): Promise<(tx: TableTransaction) => Steps<CodeTry>> {
  switch (given.method) {
    case 'code':
      return function* (tx) {
        const tried = yield* tryCode(tx, parts, { purpose: 'proof', token: given.proof, code: given.code, boundTo })
        // A code of somebody else's session is none for this one.
        return tried.kind === 'ended' || tried.email === email ? tried : { kind: 'ended' }
      }
    case 'passkey': {
      const used = await verifyPasskey(parts, given.response, visitor)
      if (used.row.person_id !== personId) throw consoleErrors.error('PASSKEY_REFUSED')
      return function* (tx) {
        yield* takePasskey(tx, parts, { used, purpose: 'proof', personId })
        return RIGHT
      }
    }
    case 'totp': {
      const step = await stepOfCode(parts, { personId, code: given.code, confirmed: true })
      return function* (tx) {
        return (yield* takeTotpCode(tx, personId, step)) ? RIGHT : WRONG
      }
    }
    case 'recovery_code':
      return function* (tx) {
        return (yield* takeRecoveryCode(tx, parts, { personId, code: given.code })) ? RIGHT : WRONG
      }
  }
}
const RIGHT: CodeTry = { kind: 'right', email: '' }
const WRONG: CodeTry = { kind: 'wrong', email: '', left: null }
