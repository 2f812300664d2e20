import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts } from '../people/console-parts.ts'
import { passkeyStatements } from '../tables/passkey-statements.ts'
import { peopleStatements } from '../tables/people-statements.ts'

/**
 * Takes a second factor away, unless it is an operator's last: then its mailed code alone could add another one. Of two that are removed at once
 * each sees what the other has left.
 *
 * @throws `FACTOR_REQUIRED`
 */
export const removeFactor = (
  { tables }: ConsoleParts,
  personId: string,
  remove: (tx: TableTransaction) => Steps<void>,
): Promise<void> =>
  tables.transaction(function* (tx) {
    yield* tx.rows(peopleStatements.lockPerson({ id: personId }))
    yield* remove(tx)
    const held = yield* tx.rows(peopleStatements.membershipsOf({ person_id: personId }))
    if (!held.some(({ account_id }) => account_id === null)) return
    const left = yield* tx.first(passkeyStatements.factorsLeft({ person_id: personId }))
    if ((left?.factors ?? 0) === 0) throw consoleErrors.error('FACTOR_REQUIRED')
  })
