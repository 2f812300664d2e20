import { type FundingRecord, OPERATOR_ACTS } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { requireAccount } from '../account-tree/read-accounts.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { lockedWallets } from '../wallet/locked-wallets.ts'
import { FundingRow, fundingRow } from './funding-row.ts'

const DAY_MS = 86_400_000

/**
 * Writes an operator's act as it is decided to stand, beneath the locks of its wallets: acts that come at once are counted together.
 *
 * @returns The act, and whether it is new: the same reference again is what it was.
 * @throws `ACCOUNT_NOT_FOUND`, `REFERENCE_REUSED`
 */
export async function openAct(
  transaction: Knex.Transaction,
  database: Database,
  {
    act,
    decide,
  }: { readonly act: FundingRecord; readonly decide: (earlier: readonly FundingRecord[]) => FundingRecord },
): Promise<{ readonly act: FundingRecord; readonly isNew: boolean }> {
  const { accountId, from, environment, reference } = act
  const accountIds = from === null ? [accountId] : [accountId, from]
  for (const id of accountIds) await requireAccount(transaction, database, id)
  await lockedWallets(transaction, database, { accountIds, environment })
  const acts = () => transaction(database.table('funding')).whereIn('method', OPERATOR_ACTS).where({ environment })
  const same: unknown = await acts().where({ account_id: accountId, reference }).whereNot({ state: 'rejected' }).first()
  if (same !== undefined) {
    const known = FundingRow.parse(same)
    if (known.method !== act.method || known.amount !== act.amount || known.from !== from)
      throw storeErrors.error('REFERENCE_REUSED', { reference: reference ?? '' })
    return { act: known, isNew: false }
  }
  const earlier: unknown = await acts()
    .where('created_at', '>', act.createdAt.getTime() - DAY_MS)
    .where((touched) => touched.whereIn('account_id', accountIds).orWhereIn('from_account_id', accountIds))
  const opened = decide(z.array(FundingRow).parse(earlier))
  await transaction(database.table('funding')).insert(fundingRow(opened))
  return { act: opened, isNew: true }
}
