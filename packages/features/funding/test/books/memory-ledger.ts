import {
  type Account,
  type Clock,
  coreErrors,
  creditKey,
  type Ids,
  type Ledger,
  type LedgerMove,
  type LedgerMoved,
  ledgerTransaction,
  type Move,
  type MoveResult,
  micro,
  minus,
  readRows,
  type Steps,
  type TableAccess,
  type TransactionRequest,
  tableTransaction,
  type WalletBalance,
  type WalletOwner,
  walletKey,
  zero,
} from '@parakh/core'
import { decide } from '@parakh/kernel'
import type { MemoryTables } from '@parakh/testkit'
import { applyChanges, readBatchState, sharesOf, storeErrors, wholeCallsOf } from '../../../../../test/book-rules.ts'
import type { MemoryRows, Undo } from './memory-rows.ts'

/** What moves of money in memory are made with. */
export interface MemoryLedgerParts {
  readonly tables: MemoryTables
  readonly rows: MemoryRows
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
}

/**
 * The transactions of features in memory: those of the store on `MemoryTables`. `decide` decides each move; what the store reads by SQL for a
 * claw-back is read here from the calls.
 */
export class MemoryLedger {
  /** References of calls whose commission was taken back. */
  readonly clawedBack = new Set<string>()
  readonly #parts: MemoryLedgerParts
  #revision = 0

  constructor(parts: MemoryLedgerParts) {
    this.#parts = parts
  }

  readonly ledger: Ledger = {
    change: async (_change, work) => this.#run((at) => work(ledgerTransaction(at, (of) => this.balance(of)))),
  }
  readonly access: TableAccess = {
    rows: async (bound) => readRows(bound, this.#parts.rows.carryOut(bound, [])),
    first: async (bound) => readRows(bound, this.#parts.rows.carryOut(bound, []))[0] ?? null,
    transaction: async (work) => this.#run((at) => work(tableTransaction(at))),
    now: async () => this.#parts.clock.now(),
    revision: async () => this.#revision,
    changesHere: () => this.#revision,
  }

  balance(of: WalletOwner): WalletBalance {
    const { posted, held, owed } = this.#wallet(of)
    return { balance: posted, held, available: minus(posted, held), owed }
  }

  account(id: string): Account {
    const account = this.#parts.tables.accounts.get(id)
    if (!account) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id })
    return account
  }

  /** Decides a move and writes it. @throws `REFERENCE_REUSED` */
  move(move: Move, undo: Undo = []): Exclude<MoveResult['kind'], 'reused'> {
    const { tables } = this.#parts
    const { results, changes } = decide(readBatchState(tables, [move]), [move])
    const kind = (results[0] as MoveResult).kind
    if (kind === 'reused') throw storeErrors.error('REFERENCE_REUSED', { reference: move.reference })
    const { entries, events } = tables
    const [before, length, emitted] = [new Map(tables.wallets), entries.length, events.length]
    applyChanges(tables, changes)
    undo.push(() => {
      for (const [key, wallet] of before) tables.wallets.set(key, wallet)
      entries.length = length
      events.length = emitted
      for (const credit of changes.credits) tables.credits.delete(creditKey(credit, credit.reference))
    })
    return kind
  }

  #wallet(of: WalletOwner) {
    const wallet = this.#parts.tables.wallets.get(walletKey(of))
    if (!wallet) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: of.accountId })
    return wallet
  }

  #run<T>(begin: (at: Date) => Steps<T>): T {
    const at = this.#parts.clock.now()
    const [work, undo] = [begin(at), [] as Undo]
    try {
      let step = work.next()
      while (!step.done) step = work.next(this.#perform(step.value, { at, undo }))
      return step.value
    } catch (error) {
      for (const takeBack of undo.reverse()) takeBack()
      throw error
    }
  }

  #perform(request: TransactionRequest, { at, undo }: { readonly at: Date; readonly undo: Undo }): unknown {
    switch (request.kind) {
      case 'rows':
        return this.#parts.rows.carryOut(request.bound, undo)
      case 'run':
        return this.#parts.rows.carryOut(request.bound, undo).length
      case 'move':
        return this.#moveFor(request.move, { at: at.getTime(), undo })
      case 'status':
        return this.#setStatus(request.accountId, request.to, undo)
      case 'account':
        return this.account(request.id)
      case 'revision':
        this.#revision += 1
        return this.#revision
      case 'event':
        return this.#parts.ids.next()
      case 'audit':
        return undefined
      default:
        throw new TypeError(`${request.kind} is not in memory`)
    }
  }

  #moveFor(asked: LedgerMove, { at, undo }: { readonly at: number; readonly undo: Undo }): LedgerMoved {
    const id = this.#parts.ids.next()
    if (asked.kind === 'credit') this.#requireTaking(asked)
    if (asked.kind !== 'reverse') return { kind: this.move({ ...asked, id, at }, undo), takenBack: zero }
    const { clawBack, ...reversal } = asked
    const { posted, held } = this.#wallet(asked)
    const gone = Math.max(0, asked.amount - (posted - held))
    const sold = clawBack ? wholeCallsOf(this.#takeable(asked, clawBack.since.getTime()), gone) : []
    const takesBack = sharesOf(sold)
    const kind = this.move({ ...reversal, id, at, takesBack }, undo)
    if (kind === 'moved') for (const { reference } of sold) this.#mark(reference, undo)
    return { kind, takenBack: micro(takesBack.reduce((sum, { amount }) => sum + amount, 0)) }
  }

  /** Newest first. */
  #takeable({ accountId, environment }: WalletOwner, since: number) {
    return [...this.#parts.tables.calls.values()]
      .filter((call) => call.accountId === accountId && call.environment === environment && call.at >= since)
      .filter(({ charged, refunded, asyncState }) => charged > 0 && refunded === 0 && asyncState !== 'pending')
      .filter(({ reference }) => !this.clawedBack.has(reference))
      .reverse()
      .map(({ reference, charged, legs }) => ({ reference, charged, legs: [...legs] }))
  }

  #mark(reference: string, undo: Undo): void {
    const { calls } = this.#parts.tables
    const call = calls.get(reference)
    if (!call) return
    calls.set(reference, { ...call, legs: call.legs.map((leg) => ({ ...leg, clawedBack: true })) })
    this.clawedBack.add(reference)
    undo.push(() => {
      calls.set(reference, call)
      this.clawedBack.delete(reference)
    })
  }

  #requireTaking(move: WalletOwner & { readonly reference: string }): void {
    const { id, status } = this.account(move.accountId)
    if (status !== 'closed' || this.#parts.tables.credits.has(creditKey(move, move.reference))) return
    throw coreErrors.error('ACCOUNT_CLOSED', { id })
  }

  #setStatus(id: string, to: 'active' | 'suspended', undo: Undo): boolean {
    const account = this.account(id)
    if (account.status !== (to === 'suspended' ? 'active' : 'suspended')) return false
    const { accounts } = this.#parts.tables
    accounts.set(id, { ...account, status: to, version: account.version + 1 })
    undo.push(() => accounts.set(id, account))
    return true
  }
}
