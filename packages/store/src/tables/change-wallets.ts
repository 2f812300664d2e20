import {
  type LedgerMove,
  type LedgerMoved,
  type LedgerTransaction,
  ledgerTransaction,
  type Money,
  type Move,
  micro,
  minus,
  plus,
  type TableStore,
  type TransactionRequest,
  type WalletBalance,
  type WalletOwner,
  type WalletState,
  walletKey,
  zero,
} from '@parakh/core'
import type { Knex } from 'knex'
import { readTotals } from '../commission/totals.ts'
import { storeErrors } from '../error-codes.ts'
import { callsPaidWith, markClawedBack, sharesOf } from '../wallet/claw-back.ts'
import { lockedOwners } from '../wallet/locked-wallets.ts'
import { movedBefore, moveMoney } from '../wallet/move-money.ts'
import { changeStatus, requireTaking } from './account-status.ts'
import { type Performing, performRequest } from './perform.ts'

type Change = Parameters<TableStore['change']>[0]

interface LockedParts {
  readonly transaction: Knex.Transaction
  readonly given: Performing
  /** As they stand now, by `walletKey`. */
  readonly wallets: Map<string, WalletState>
}

/** The wallets of one change, locked in a transaction. */
export class LockedChange {
  readonly tx: LedgerTransaction
  readonly #parts: LockedParts
  #reserved: Change['reserved']

  private constructor(
    parts: LockedParts,
    { reserved, at }: { readonly reserved: Change['reserved']; readonly at: Date },
  ) {
    this.#parts = parts
    this.#reserved = reserved
    this.tx = ledgerTransaction(at, (of) => this.#balance(of))
  }

  /** Locks the wallets and reads them. @throws `ACCOUNT_NOT_FOUND` */
  static async open(transaction: Knex.Transaction, given: Performing, change: Change): Promise<LockedChange> {
    const wallets = await lockedOwners(transaction, given.database, change.wallets)
    return new LockedChange({ transaction, given, wallets }, { reserved: change.reserved, at: given.clock.now() })
  }

  /** Carries out what the transaction asks. */
  async perform(request: TransactionRequest): Promise<unknown> {
    const { transaction, given } = this.#parts
    switch (request.kind) {
      case 'move':
        return await this.#move(request.move)
      case 'moved':
        return await movedBefore(transaction, given.database, { ...request.of, reference: request.reference })
      case 'commission':
        this.#wallet(request.of)
        return await readTotals(transaction, given.database, request.of)
      case 'status':
        return await changeStatus(transaction, given.database, request)
      default:
        return await performRequest(transaction, given, { request, at: this.tx.at })
    }
  }

  #wallet(of: WalletOwner): WalletState {
    const wallet = this.#parts.wallets.get(walletKey(of))
    if (!wallet) throw storeErrors.error('WALLET_NOT_LOCKED', { id: of.accountId, environment: of.environment })
    return wallet
  }

  #balance(of: WalletOwner): WalletBalance {
    const { posted, held, owed } = this.#wallet(of)
    const reserved = this.#reservedOf(of)
    return { balance: posted, held, available: plus(minus(posted, held), reserved?.available ?? zero), owed }
  }

  #reservedOf(of: WalletOwner): Change['reserved'] {
    return this.#reserved && walletKey(this.#reserved) === walletKey(of) ? this.#reserved : null
  }

  async #move(asked: LedgerMove): Promise<LedgerMoved> {
    const { transaction, given } = this.#parts
    const wallet = this.#wallet(asked)
    const wallets = asked.kind === 'transfer' ? [wallet, this.#wallet({ ...asked, accountId: asked.to })] : [wallet]
    if (asked.kind === 'credit') await requireTaking(transaction, given.database, asked)
    const { move, spent } = await this.#decidable(asked, wallet)
    const { kind, wallets: after } = await moveMoney(transaction, given, { move, wallets })
    for (const [key, changed] of after) this.#parts.wallets.set(key, changed)
    if (kind === 'moved' && 'reserved' in move && move.reserved) this.#reserved = null
    if (kind !== 'moved' || !spent) return { kind, takenBack: zero }
    await markClawedBack(transaction, given.database, spent)
    return { kind, takenBack: sumOf(spent.shares) }
  }

  /** The move as it is decided, and the calls that a reversal takes commission of. */
  async #decidable(asked: LedgerMove, wallet: WalletState) {
    const at = this.tx.at.getTime()
    if (asked.kind !== 'reverse') {
      const takes = asked.kind === 'debit' || asked.kind === 'transfer'
      const reserved = takes ? (this.#reservedOf(asked)?.reservation ?? undefined) : undefined
      const move: Move = {
        ...asked,
        id: reserved?.id ?? this.#parts.given.ids.next(),
        at,
        ...(reserved ? { reserved } : {}),
      }
      return { move, spent: null }
    }
    const { clawBack, ...reversal } = asked
    const gone = micro(Math.max(0, asked.amount - minus(wallet.posted, wallet.held)))
    const of = { accountId: asked.accountId, environment: asked.environment, gone }
    const sold = clawBack
      ? await callsPaidWith(this.#parts.transaction, this.#parts.given.database, { ...of, since: clawBack.since })
      : []
    const shares = sharesOf(sold)
    const move: Move = { ...reversal, id: this.#parts.given.ids.next(), at, takesBack: shares }
    return { move, spent: clawBack ? { sold, shares, by: clawBack.by } : null }
  }
}

const sumOf = (shares: readonly { readonly amount: Money }[]): Money =>
  micro(shares.reduce((sum, { amount }) => sum + amount, 0))
