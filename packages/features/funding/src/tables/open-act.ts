import type { LedgerTransaction, Steps } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import { fundingErrors } from '../error-codes.ts'
import { fundingRow } from './funding-row.ts'
import { fundingStatements as statements } from './funding-statements.ts'

const DAY_MS = 86_400_000

/** The accounts whose wallets an act moves money of. */
export const accountsOf = ({ accountId, from }: Pick<FundingRecord, 'accountId' | 'from'>): readonly string[] =>
  from === null ? [accountId] : [accountId, from]

/**
 * Writes an operator's act as it is decided to stand, beneath the locks of its wallets: acts that come at once are counted together.
 *
 * @returns The act, and whether it is new: the same reference again is what it was.
 * @throws `REFERENCE_REUSED`
 */
export function* openAct(
  tx: LedgerTransaction,
  {
    act,
    decide,
  }: { readonly act: FundingRecord; readonly decide: (earlier: readonly FundingRecord[]) => FundingRecord },
): Steps<{ readonly act: FundingRecord; readonly isNew: boolean }> {
  const { accountId, from, environment, reference, createdAt } = act
  const known = yield* tx.first(statements.sameAct({ account_id: accountId, environment, reference }))
  if (known) {
    if (known.method !== act.method || known.amount !== act.amount || known.from !== from)
      throw fundingErrors.error('REFERENCE_REUSED', { reference: reference ?? '' })
    return { act: known, isNew: false }
  }
  const after = new Date(createdAt.getTime() - DAY_MS)
  const opened = decide(yield* tx.rows(statements.actsAfter({ accounts: [...accountsOf(act)], environment, after })))
  yield* tx.run(statements.insert(fundingRow(opened)))
  return { act: opened, isNew: true }
}
