import type { Steps, TableTransaction } from '@parakh/core'
import { auditPerson, type ConsoleParts } from '../people/console-parts.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'

const [HOW_MANY, DIGITS] = [10, 12]

const bound = (personId: string, code: string): string => `${personId} ${code.replace(/[\s-]/g, '')}`

/** Replaces the recovery codes of a person by ten of twelve digits, each good once in the place of an authenticator. */
export function* replaceRecoveryCodes(
  tx: TableTransaction,
  { secrets }: ConsoleParts,
  personId: string,
): Steps<readonly string[]> {
  const draw = (): string => secrets.digits(DIGITS).replace(/(....)(....)(....)/, '$1-$2-$3')
  const codes = Array.from({ length: HOW_MANY }, draw)
  const rows = codes.map((code) => ({ person_id: personId, hash: secrets.hash(bound(personId, code)) }))
  yield* tx.run(statements.deleteRecoveryCodes({ person_id: personId }))
  yield* tx.run(statements.insertRecoveryCodes({ rows }))
  return codes
}

/** Takes a recovery code: each once, also by two that come with it at once. */
export function* takeRecoveryCode(
  tx: TableTransaction,
  { secrets, clock }: ConsoleParts,
  { personId, code }: { readonly personId: string; readonly code: string },
): Steps<boolean> {
  const hashes = [...secrets.hashes(bound(personId, code))]
  const used = yield* tx.run(statements.useRecoveryCode({ person_id: personId, hashes, now: clock.now().getTime() }))
  return used === 1
}

/** Makes new recovery codes; the older ones end. */
export const renewRecoveryCodes = (parts: ConsoleParts, personId: string): Promise<readonly string[]> =>
  parts.tables.transaction(function* (tx) {
    const codes = yield* replaceRecoveryCodes(tx, parts, personId)
    yield* auditPerson(tx, 'person.recovery-codes', { personId })
    return codes
  })
