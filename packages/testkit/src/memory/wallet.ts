import {
  type AdjustOperation,
  type CreditOperation,
  checkReason,
  checkReference,
  coreErrors,
  creditKey,
  type Environment,
  type MoveResult,
  micro,
  minus,
  type Usage,
  type Wallet,
  type WalletBalance,
  type WalletState,
  walletAudit,
  walletKey,
} from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { testkitErrors } from '../error-codes.ts'
import { accountOf, type MemoryParts } from './account-tree.ts'
import { note } from './audit-log.ts'

const balanceOf = ({ posted, held, owed }: Pick<WalletState, 'posted' | 'held' | 'owed'>): WalletBalance => ({
  balance: posted,
  held,
  available: minus(posted, held),
  owed,
})

/** Wallets in memory. */
export function memoryWallet(parts: MemoryParts): Wallet {
  const { tables, queue, clock, ids } = parts
  const move = async (operation: CreditOperation | AdjustOperation): Promise<MoveResult> => {
    const result = (await queue.run(operation)) as MoveResult
    if (result.kind === 'reused') throw testkitErrors.error('REFERENCE_REUSED', { reference: operation.reference })
    if (result.kind !== 'duplicate') note(parts, walletAudit(operation, result))
    return result
  }
  return {
    balance: async (accountId, environment) => {
      accountOf(tables, accountId)
      return balanceOf(walletOf(tables.wallets, accountId, environment))
    },
    credit: async ({ accountId, environment, amount, reference, actor }) => {
      const { status } = accountOf(tables, accountId)
      if (micro(amount) <= 0) throw coreErrors.error('INVALID_AMOUNT', { text: String(amount) })
      checkReference(reference)
      if (status === 'closed' && !tables.credits.has(creditKey({ accountId, environment }, reference)))
        throw coreErrors.error('ACCOUNT_CLOSED', { id: accountId })
      const at = clock.now().getTime()
      const credit = { kind: 'credit', id: ids.next(), accountId, environment, at, amount, reference, actor } as const
      const result = await move(credit)
      return { ...balanceOf(result), credited: result.kind === 'moved' }
    },
    adjust: async ({ accountId, environment, amount, reference, reason, actor }) => {
      accountOf(tables, accountId)
      if (micro(amount) === 0) throw coreErrors.error('INVALID_AMOUNT', { text: String(amount) })
      checkReason(reason)
      checkReference(reference)
      const of = { id: ids.next(), accountId, environment, at: clock.now().getTime() }
      const adjustment = { kind: 'adjust', ...of, amount, reference, reason, actor } as const
      const result = await move(adjustment)
      return { ...balanceOf(result), adjusted: result.kind === 'moved' }
    },
  }
}

/** Usage counters in memory. */
export function memoryUsage({ tables }: MemoryParts): Usage {
  return {
    counts: async (accountId, environment, at) => {
      const { requestsDay, requestsToday, requestsTotal } = walletOf(tables.wallets, accountId, environment)
      return { today: requestsDay === indianDay(at) ? requestsToday : 0, total: requestsTotal }
    },
    async outcomes({ from, until }, accountId) {
      const seen = tables.usage.filter(
        (row) =>
          row.environment === 'production' &&
          row.at >= from.getTime() &&
          row.at < until.getTime() &&
          (row.calls ?? 1) > 0,
      )
      const own = seen.filter((row) => accountId === null || row.accountId === accountId)
      const callsOf = (...outcomes: readonly string[]): number =>
        own.filter(({ outcome }) => outcomes.includes(outcome)).length
      return { answered: callsOf('answer', 'none'), failed: callsOf('failed') }
    },
  }
}

function walletOf(wallets: ReadonlyMap<string, WalletState>, accountId: string, environment: Environment): WalletState {
  const wallet = wallets.get(walletKey({ accountId, environment }))
  if (!wallet) throw testkitErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
  return wallet
}
