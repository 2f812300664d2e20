import {
  type BatchChanges,
  type BatchState,
  creditKey,
  type Decide,
  type Environment,
  type LedgerEntry,
  type Money,
  type Move,
  type MoveResult,
  micro,
  referenceOwner,
  type WalletState,
  walletKey,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { insertEvent } from '../outbox/append-event.ts'
import { alertText } from './alert-text.ts'
import { useReservation } from './use-reservation.ts'

/** What moves are decided by and written to. */
export interface MoneyMover {
  readonly database: Database
  readonly decide: Decide
}
/** A move, and its wallets as they are beneath their locks. */
export interface LockedMove {
  readonly move: Move
  readonly wallets: readonly WalletState[]
}
/** What a move came to. */
export interface Moved {
  readonly kind: Exclude<MoveResult['kind'], 'reused'>
  /** The wallets after it, by `walletKey`. */
  readonly wallets: ReadonlyMap<string, WalletState>
}

/**
 * Moves money in a transaction of the caller's that holds its wallets locked, with the other rows of the same change. It is decided by the
 * one pure function that decides batches, so the invariants of the ledger hold in one place (decision 0070).
 *
 * @returns `duplicate`: the reference moved the same amount before, and nothing is written now. `insufficient`: nothing is written.
 * @throws `WALLET_RESERVATION_ENDED`; `REFERENCE_REUSED` where the reference moved another amount before.
 */
export async function moveMoney(
  transaction: Knex.Transaction,
  { database, decide }: MoneyMover,
  { move, wallets }: LockedMove,
): Promise<Moved> {
  const { reference } = move
  const owner = referenceOwner(move)
  const earlier = await movedBefore(transaction, database, { ...owner, reference })
  const credits = new Map(earlier === null ? [] : [[creditKey(owner, reference), earlier]])
  const before = byKey(wallets)
  const { results, changes } = decide({ ...NOTHING_READ, wallets: before, credits }, [move])
  const [result] = results
  if (!result || !('owed' in result)) throw new TypeError(`a move of money was decided as ${result?.kind}`)
  if (result.kind === 'reused') throw storeErrors.error('REFERENCE_REUSED', { reference })
  if ('reserved' in move && move.reserved && result.kind === 'moved')
    await useReservation(transaction, database, move.reserved)
  await writeMoney(transaction, database, changes)
  return { kind: result.kind, wallets: new Map([...before, ...byKey(changes.wallets)]) }
}

const byKey = (wallets: readonly WalletState[]): ReadonlyMap<string, WalletState> =>
  new Map(wallets.map((wallet) => [walletKey(wallet), wallet]))

/** What a reference put into a wallet before, below zero where it took out; null where it is new. */
export async function movedBefore(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  {
    accountId,
    environment,
    reference,
  }: { readonly accountId: string; readonly environment: Environment; readonly reference: string },
): Promise<Money | null> {
  const row: unknown = await transaction(table('credit'))
    .where({ account_id: accountId, environment, reference })
    .first('amount')
  return row === undefined ? null : micro(z.object({ amount: Counted }).parse(row).amount)
}

const NOTHING_READ: Omit<BatchState, 'wallets' | 'credits'> = {
  keys: new Map(),
  claims: new Map(),
  calls: new Map(),
  records: new Map(),
  counters: new Map(),
}

/** What a movement of money writes, of all that a batch may write. */
type MoneyChanges = Pick<BatchChanges, 'wallets' | 'entries' | 'credits' | 'events' | 'walletTasks'>

/** Writes what was decided, as a batch would. */
async function writeMoney(
  transaction: Knex.Transaction,
  database: Pick<Database, 'table' | 'events'>,
  { wallets, entries, credits, events, walletTasks }: MoneyChanges,
): Promise<void> {
  const { table } = database
  for (const wallet of wallets) {
    const { accountId, environment, posted, held, owed, version, eventSequence, alert } = wallet
    await transaction(table('wallet'))
      .where({ account_id: accountId, environment })
      .update({ posted, held, owed, version, event_sequence: eventSequence, alert: alertText(alert) })
  }
  for (const { accountId, ...credit } of credits)
    await transaction(table('credit')).insert({ ...credit, account_id: accountId })
  for (const entry of entries) await transaction(table('ledger_entry')).insert(entryRow(entry))
  for (const event of events) await insertEvent(transaction, database, { event })
  for (const { accountId, nextAt, ...task } of walletTasks)
    await transaction(table('wallet_task')).insert({ ...task, account_id: accountId, next_at: nextAt })
}

function entryRow({ transaction, ledgerAccount, requestId, priceVersion, ...entry }: LedgerEntry) {
  return {
    ...entry,
    transaction_id: transaction,
    ledger_account: ledgerAccount,
    request_id: requestId,
    price_version: priceVersion,
  }
}
