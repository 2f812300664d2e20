import {
  type AdjustOperation,
  type BatchState,
  type CreditOperation,
  creditKey,
  type Decide,
  type FundingRecord,
  type FundingStep,
  type Money,
  micro,
  type WalletState,
  walletKey,
} from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { writeMoney } from '../wallet/write-money.ts'

/** What funds are moved with. */
export interface MoneyMover {
  readonly database: Database
  readonly decide: Decide
}
/** The movement of a step, on a wallet that the transaction holds locked. */
export interface Movement {
  readonly funding: FundingRecord
  readonly money: NonNullable<FundingStep['money']>
  readonly wallet: WalletState
  readonly actor: string
  /** Names the credit. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Credits or reverses within a transaction of the caller's, decided by the one pure function that decides batches: so it stands in the
 * same commit as the funding's state, and is the same posting as a credit by itself.
 *
 * @returns What a reversal did not find in the wallet, and is owed.
 * @throws `REFERENCE_REUSED` where the reference moved another amount before; the same one again moves nothing.
 */
export async function moveFunds(
  transaction: Knex.Transaction,
  { database, decide }: MoneyMover,
  movement: Movement,
): Promise<Money> {
  const operation = operationOf(movement)
  const { accountId, environment, reference } = operation
  const earlier: { amount: number | string } | undefined = await transaction(database.table('credit'))
    .where({ account_id: accountId, environment, reference })
    .first('amount')
  const credits = new Map(earlier ? [[creditKey(operation, reference), micro(Number(earlier.amount))]] : [])
  const wallets = new Map([[walletKey(operation), movement.wallet]])
  const { results, changes } = decide({ ...NOTHING_READ, wallets, credits }, [operation])
  const [result] = results
  if (!result || !('owed' in result)) throw new TypeError(`a movement of money was decided as ${result?.kind}`)
  if (result.kind === 'reused') throw storeErrors.error('REFERENCE_REUSED', { reference })
  await writeMoney(transaction, database, changes)
  return micro(Math.max(0, result.owed - movement.wallet.owed))
}

const NOTHING_READ: Omit<BatchState, 'wallets' | 'credits'> = {
  keys: new Map(),
  claims: new Map(),
  calls: new Map(),
  records: new Map(),
  counters: new Map(),
}

function operationOf({ funding, money, actor, id, at }: Movement): CreditOperation | AdjustOperation {
  const { accountId, environment } = funding
  const { kind, amount, reference, reason } = money
  const of = { accountId, environment, at, id, reference, actor }
  if (kind === 'credit') return { kind, ...of, amount }
  return { kind: 'adjust', ...of, amount: micro(-amount), reason }
}
