import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts, newToken, type Visitor } from '../people/console-parts.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'
import { askedCode, type CodeTry, codeRefusal, drawCode, makeCode, tryCode } from './codes.ts'
import { LIMITS, requireWithin } from './limits.ts'
import { takePasskey, type UsedPasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import type { Session } from './sessions.ts'
import { stepOfCode, takeTotpCode } from './totp.ts'

/** A proof as it is given. */
export type GivenProof =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  /** `proof`: the token of the mailed code. */
  | { readonly method: 'code'; readonly code: string; readonly proof: string }
  | { readonly method: 'passkey'; readonly used: UsedPasskey }

const methodRefused = ({ methods }: Session) =>
  consoleErrors.error('SECOND_FACTOR_REQUIRED', { methods: methods.join(', ') || 'none' }, { details: { methods } })

/** Mails a code for a step-up. @throws `SECOND_FACTOR_REQUIRED`: this person has something stronger; `TOO_MANY_ATTEMPTS` */
export async function askProofCode(parts: ConsoleParts, session: Session, visitor: Visitor) {
  const { email } = session.row
  if (email === null || !session.methods.includes('code')) throw methodRefused(session)
  await requireWithin(parts, [LIMITS.codesOfAddress(visitor.ip), LIMITS.codesOfEmail(email)])
  const made = drawCode(parts)
  await parts.tables.transaction((tx) => makeCode(tx, parts, { purpose: 'proof', email, made }))
  const { hostname, language } = visitor
  parts.mails.sendCode({ to: email, code: made.code, hostname, language })
  return askedCode(made.token)
}

/**
 * Proves a person: the second factor of a sign-in, and a step-up. The session gets a new token; the old one ends.
 *
 * @returns The new token.
 * @throws `CODE_WRONG`, `CODE_ENDED`, `PASSKEY_REFUSED`, `SESSION_ENDED`, `SECOND_FACTOR_REQUIRED` for a method that the person has not,
 *   `TOO_MANY_ATTEMPTS`
 */
export async function prove(parts: ConsoleParts, session: Session, given: GivenProof): Promise<string> {
  const { row, methods } = session
  const { method } = given
  if (!methods.includes(method)) throw methodRefused(session)
  const personId = row.person_id
  await requireWithin(parts, [LIMITS.factorsOfPerson(personId)])
  const step = method === 'totp' ? await stepOfCode(parts, { personId, code: given.code, confirmed: true }) : null
  const [token, now] = [newToken(parts), parts.clock.now().getTime()]
  const tried = await parts.tables.transaction(function* (tx) {
    const tried = yield* tryProof(tx, parts, { given, row, step })
    if (tried.kind !== 'right') return tried
    const second_factor = Number(method !== 'code')
    const proven = { id: row.id, from: row.token_hash, token_hash: parts.secrets.hash(token), now, second_factor }
    // Thrown in the transaction, so that a proof that came too late takes no code.
    if ((yield* tx.run(statements.proveSession(proven))) !== 1) throw consoleErrors.error('SESSION_ENDED')
    yield* auditPerson(tx, 'person.prove', { personId, after: { method, session: row.id } })
    return tried
  })
  if (tried.kind !== 'right') throw codeRefusal(tried)
  return token
}

interface TriedProof {
  readonly given: GivenProof
  readonly row: Session['row']
  /** Of the code of an authenticator; null: it is of none. */
  readonly step: number | null
}

function* tryProof(tx: TableTransaction, parts: ConsoleParts, { given, row, step }: TriedProof): Steps<CodeTry> {
  const { person_id: personId, email } = row
  switch (given.method) {
    case 'code': {
      const { code, proof: token } = given
      const tried = yield* tryCode(tx, parts, { purpose: 'proof', token, code })
      // A code of somebody else's session is none for this one.
      return tried.kind === 'ended' || tried.email === email ? tried : { kind: 'ended' }
    }
    case 'passkey':
      if (given.used.row.person_id !== personId) throw consoleErrors.error('PASSKEY_REFUSED')
      yield* takePasskey(tx, parts, { used: given.used, purpose: 'proof', personId })
      return RIGHT
    case 'totp':
      return (yield* takeTotpCode(tx, personId, step)) ? RIGHT : WRONG
    case 'recovery_code':
      return (yield* takeRecoveryCode(tx, parts, { personId, code: given.code })) ? RIGHT : WRONG
  }
}
const RIGHT: CodeTry = { kind: 'right', email: '' }
const WRONG: CodeTry = { kind: 'wrong', email: '', left: null }
