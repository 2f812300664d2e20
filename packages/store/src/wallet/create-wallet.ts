import {
  type Clock,
  type CreditResult,
  coreErrors,
  type Environment,
  type Ids,
  micro,
  minus,
  type OperationResult,
  type Wallet,
  type WalletBalance,
} from '@parakh/core'
import type { Batches } from '../billing/batch/create-batches.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

/** What wallets are made from. */
export interface WalletOptions {
  readonly database: Database
  readonly batches: Batches
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Wallets on a database. A credit is an operation of the same batches as calls.
 *
 * @returns `balance` throws `ACCOUNT_NOT_FOUND`; `credit` that, `INVALID_AMOUNT` and `REFERENCE_REUSED`.
 * @example
 * const wallet = createWallet({ database, batches, clock, ids })
 * await wallet.credit({ accountId, environment: 'sandbox', amount: inr('500'), reference: 'utr-1', actor: 'cli' })
 */
export function createWallet({ database, batches, clock, ids }: WalletOptions): Wallet {
  const balance = async (accountId: string, environment: Environment): Promise<WalletBalance> => {
    const row: { posted: number; held: number } | undefined = await database
      .knex(database.table('wallet'))
      .where({ account_id: accountId, environment })
      .first('posted', 'held')
    if (!row) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
    return balanceOf({ posted: micro(Number(row.posted)), held: micro(Number(row.held)) })
  }
  return {
    balance,
    async credit({ accountId, environment, amount, reference, actor }) {
      if (micro(amount) <= 0) throw coreErrors.error('INVALID_AMOUNT', { text: String(amount) })
      // A wallet is as old as its account and stays, so what is seen here holds in the batch too.
      await balance(accountId, environment)
      const at = clock.now().getTime()
      const of = { accountId, environment, at }
      const result = asCredited(await batches.run({ ...of, kind: 'credit', id: ids.next(), amount, reference, actor }))
      if (result.kind === 'reused') throw storeErrors.error('REFERENCE_REUSED', { reference })
      return { ...balanceOf(result), credited: result.kind === 'credited' }
    },
  }
}

const balanceOf = ({ posted, held }: Pick<CreditResult, 'posted' | 'held'>): WalletBalance => ({
  balance: posted,
  held,
  available: minus(posted, held),
})

function asCredited(result: OperationResult): CreditResult {
  if (result.kind === 'credited' || result.kind === 'duplicate' || result.kind === 'reused') return result
  throw new TypeError(`a credit was decided as ${result.kind}`)
}
