import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts, newToken, type Visitor } from '../people/console-parts.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'
import { askedCode, type CodeTry, codeRefusal, drawCode, makeCode, tryCode } from './codes.ts'
import { LIMITS, requireWithin } from './limits.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import type { ProofMethod, Session } from './sessions.ts'
import { stepOfCode, takeTotpCode } from './totp.ts'

/** A proof as it is given. */
export interface GivenProof {
  readonly method: ProofMethod
  readonly code: string
  /** The token of a mailed code. */
  readonly proof: string | null
}

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
 * @throws `CODE_WRONG`, `CODE_ENDED`, `SESSION_ENDED`, `SECOND_FACTOR_REQUIRED` for a method that the person has not, `TOO_MANY_ATTEMPTS`
 */
export async function prove(parts: ConsoleParts, session: Session, given: GivenProof): Promise<string> {
  const { row, methods } = session
  const { method } = given
  if (!methods.includes(method)) throw methodRefused(session)
  await requireWithin(parts, [LIMITS.factorsOfPerson(row.person_id)])
  const personId = row.person_id
  const step = method === 'totp' ? await stepOfCode(parts, { personId, code: given.code, confirmed: true }) : null
  const [token, now] = [newToken(parts), parts.clock.now().getTime()]
  const tried = await parts.tables.transaction(function* (tx) {
    const tried: CodeTry = yield* tryProof(tx, { ...given, row, step })
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

  function* tryProof(
    tx: Parameters<typeof tryCode>[0],
    {
      method,
      code,
      proof,
      row: { email },
      step,
    }: GivenProof & { readonly row: Session['row']; readonly step: number | null },
  ) {
    if (method === 'code') {
      const tried = yield* tryCode(tx, parts, { purpose: 'proof', token: proof ?? '', code })
      // A code of somebody else's session is none for this one.
      return tried.kind === 'ended' || tried.email === email ? tried : ({ kind: 'ended' } as const)
    }
    const taken = yield* method === 'totp'
      ? takeTotpCode(tx, personId, step)
      : takeRecoveryCode(tx, parts, { personId, code })
    return taken ? { kind: 'right' as const, email: '' } : { kind: 'wrong' as const, email: '', left: null }
  }
}
