import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts, type Visitor } from '../people/console-parts.ts'
import { type CodeTry, codeRefusal, makeCode, tryCode } from './codes.ts'
import { LIMITS, requireWithin } from './limits.ts'
import type { AssertedPasskey } from './passkey-responses.ts'
import { auditRefused, takePasskey, type UsedPasskey, verifyPasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { renewSession, type Session, secondFactorRequired } from './sessions.ts'
import { stepOfCode, takeTotpCode } from './totp.ts'

/** A proof as it is given. */
export type GivenProof =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  /** `proof`: the token of the mailed code. */
  | { readonly method: 'code'; readonly code: string; readonly proof: string }
  | { readonly method: 'passkey'; readonly response: AssertedPasskey }

/** Mails a code for a step-up. @returns The token of the code. @throws `SECOND_FACTOR_REQUIRED`: this person has something stronger; `TOO_MANY_ATTEMPTS` */
export async function askProofCode(parts: ConsoleParts, session: Session, visitor: Visitor): Promise<string> {
  const { email } = session.row
  if (email === null || !session.methods.includes('code')) throw secondFactorRequired(session)
  await requireWithin(parts, [LIMITS.codesOfAddress(visitor.ip), LIMITS.codesOfEmail(email)])
  const { token, code } = await parts.tables.transaction((tx) => makeCode(tx, parts, { purpose: 'proof', email }))
  parts.mails.sendCode({ to: email, code, visitor })
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
  await requireWithin(parts, [LIMITS.factorsOfPerson(personId)])
  const owner = async (): Promise<string> => personId
  const proven = await auditRefused(parts, { action: 'person.prove-fail', owner }, async () => {
    const evidence = {
      step: method === 'totp' ? await stepOfCode(parts, { personId, code: given.code, confirmed: true }) : null,
      used: method === 'passkey' ? await verifyPasskey(parts, given.response, visitor) : null,
    }
    return await parts.tables.transaction(function* (tx) {
      const tried = yield* tryProof(tx, parts, { given, row, ...evidence })
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

interface TriedProof {
  readonly given: GivenProof
  readonly row: Session['row']
  /** Of the code of an authenticator; null: it is of none. */
  readonly step: number | null
  /** Of a passkey; null: it is of none. */
  readonly used: UsedPasskey | null
}

function* tryProof(tx: TableTransaction, parts: ConsoleParts, { given, row, step, used }: TriedProof): Steps<CodeTry> {
  const { person_id: personId, email } = row
  switch (given.method) {
    case 'code': {
      const { code, proof: token } = given
      const tried = yield* tryCode(tx, parts, { purpose: 'proof', token, code })
      // A code of somebody else's session is none for this one.
      return tried.kind === 'ended' || tried.email === email ? tried : { kind: 'ended' }
    }
    case 'passkey':
      if (used?.row.person_id !== personId) throw consoleErrors.error('PASSKEY_REFUSED')
      yield* takePasskey(tx, parts, { used, purpose: 'proof', personId })
      return RIGHT
    case 'totp':
      return (yield* takeTotpCode(tx, personId, step)) ? RIGHT : WRONG
    case 'recovery_code':
      return (yield* takeRecoveryCode(tx, parts, { personId, code: given.code })) ? RIGHT : WRONG
  }
}
const RIGHT: CodeTry = { kind: 'right', email: '' }
const WRONG: CodeTry = { kind: 'wrong', email: '', left: null }
