import type { Steps, TableTransaction } from '@parakh/core'
import { auditPerson, type ConsoleParts } from '../people/console-parts.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'

const [HOW_MANY, DIGITS] = [10, 12]

/** Ten codes of twelve digits, each good once in the place of an authenticator. */
export const drawRecoveryCodes = ({ secrets }: ConsoleParts): readonly string[] =>
  Array.from({ length: HOW_MANY }, () => secrets.digits(DIGITS).replace(/(....)(....)(....)/, '$1-$2-$3'))

const plain = (code: string): string => code.replace(/[\s-]/g, '')
const bound = (personId: string, code: string): string => `${personId} ${plain(code)}`

/** Replaces the recovery codes of a person. */
export function* putRecoveryCodes(
  tx: TableTransaction,
  { secrets }: ConsoleParts,
  { personId, codes }: { readonly personId: string; readonly codes: readonly string[] },
): Steps<void> {
  const rows = codes.map((code) => ({ person_id: personId, hash: secrets.hash(bound(personId, code)) }))
  yield* tx.run(statements.deleteRecoveryCodes({ person_id: personId }))
  yield* tx.run(statements.insertRecoveryCodes({ rows }))
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
export async function renewRecoveryCodes(parts: ConsoleParts, personId: string): Promise<readonly string[]> {
  const drawn = drawRecoveryCodes(parts)
  await parts.tables.transaction(function* (tx) {
    yield* putRecoveryCodes(tx, parts, { personId, codes: drawn })
    yield* auditPerson(tx, 'person.recovery-codes', { personId })
  })
  return drawn
}
