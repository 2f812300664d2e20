import {
  type AdjustOperation,
  type Clock,
  type CreditOperation,
  checkReason,
  checkReference,
  coreErrors,
  type Environment,
  type Ids,
  type MoveResult,
  micro,
  minus,
  type OperationResult,
  type Wallet,
  type WalletBalance,
  walletAudit,
} from '@parakh/core'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

/** What wallets are made from. */
export interface WalletOptions {
  readonly database: Database
  /** Runs it in a batch, among operations of calls. */
  readonly batches: { run(operation: CreditOperation | AdjustOperation): Promise<OperationResult> }
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Wallets on a database. Credits and adjustments are operations of the same batches as calls.
 *
 * @returns `balance` throws `ACCOUNT_NOT_FOUND`; `credit` that, `ACCOUNT_CLOSED`, `INVALID_AMOUNT` and `REFERENCE_REUSED`; `adjust`
 *   these but for the second, which still settles a closed account, and `INVALID_REASON`.
 * @example
 * const wallet = createWallet({ database, batches, clock, ids })
 * await wallet.credit({ accountId, environment: 'sandbox', amount: inr('500'), reference: 'utr-1', actor: 'cli' })
 */
export function createWallet({ database, batches, clock, ids }: WalletOptions): Wallet {
  const balance = async (accountId: string, environment: Environment): Promise<WalletBalance> => {
    const row: { posted: number; held: number; owed: number } | undefined = await database
      .knex(database.table('wallet'))
      .where({ account_id: accountId, environment })
      .first('posted', 'held', 'owed')
    if (!row) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
    const [posted, held, owed] = [Number(row.posted), Number(row.held), Number(row.owed)]
    return balanceOf({ posted: micro(posted), held: micro(held), owed: micro(owed) })
  }
  /** A closed account takes no money in; what is sent again that it took before is told as it was. */
  const requireTaking = async (credit: Pick<CreditOperation, 'accountId' | 'environment' | 'reference'>) => {
    const { accountId, environment, reference } = credit
    const { knex, table } = database
    const closed: unknown = await knex(table('account')).where({ id: accountId, status: 'closed' }).first('id')
    if (closed === undefined) return
    const before: unknown = await knex(table('credit'))
      .where({ account_id: accountId, environment, reference })
      .first('id')
    if (before === undefined) throw coreErrors.error('ACCOUNT_CLOSED', { id: accountId })
  }
  const next = () => ({ id: ids.next(), at: clock.now().getTime() })
  const move = async (operation: CreditOperation | AdjustOperation): Promise<MoveResult> => {
    const result = asFunded(await batches.run(operation))
    if (result.kind === 'reused') throw storeErrors.error('REFERENCE_REUSED', { reference: operation.reference })
    if (result.kind !== 'duplicate') {
      const entry = { ...walletAudit(operation, result), id: ids.next(), at: clock.now() }
      // By itself: the posting has its own record, the ledger, in the batch that made it.
      await database.write((transaction) => appendAudit(transaction, database, entry))
    }
    return result
  }
  return {
    balance,
    async credit({ accountId, environment, amount, reference, actor }) {
      if (micro(amount) <= 0) throw coreErrors.error('INVALID_AMOUNT', { text: String(amount) })
      checkReference(reference)
      // A wallet is as old as its account and stays, so what is seen here holds in the batch too.
      await balance(accountId, environment)
      await requireTaking({ accountId, environment, reference })
      const result = await move({ kind: 'credit', ...next(), accountId, environment, amount, reference, actor })
      return { ...balanceOf(result), credited: result.kind === 'moved' }
    },
    async adjust({ accountId, environment, amount, reference, reason, actor }) {
      if (micro(amount) === 0) throw coreErrors.error('INVALID_AMOUNT', { text: String(amount) })
      checkReason(reason)
      checkReference(reference)
      await balance(accountId, environment)
      const of = { ...next(), accountId, environment }
      const result = await move({ kind: 'adjust', ...of, amount, reference, reason, actor })
      return { ...balanceOf(result), adjusted: result.kind === 'moved' }
    },
  }
}

const balanceOf = ({ posted, held, owed }: Pick<MoveResult, 'posted' | 'held' | 'owed'>): WalletBalance => ({
  balance: posted,
  held,
  available: minus(posted, held),
  owed,
})

function asFunded(result: OperationResult): MoveResult {
  switch (result.kind) {
    case 'moved':
    case 'duplicate':
    case 'reused':
      return result
    default:
      throw new TypeError(`a credit or an adjustment was decided as ${result.kind}`)
  }
}
