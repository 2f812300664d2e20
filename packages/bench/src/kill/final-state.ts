import type { Knex } from 'knex'

/** A call as the database has it at the end. */
export interface CallRow {
  readonly reference: string
  readonly accountId: string
  readonly requestId: string
  readonly phase: string
  /** Micro-rupees. */
  readonly charged: number
}
/** A posting to or from a wallet. */
export interface WalletEntry {
  /** The call's reference, or the credit's id. */
  readonly transaction: string
  readonly kind: string
  readonly accountId: string
  readonly requestId: string
  /** Micro-rupees; below zero out of the wallet. */
  readonly amount: number
}
/** What the database says, read by statements of our own. */
export interface FinalState {
  readonly calls: readonly CallRow[]
  readonly entries: readonly WalletEntry[]
  /** Micro-rupees by account. */
  readonly balances: ReadonlyMap<string, { readonly posted: number; readonly held: number }>
}

const WALLET = 'wallet:'
const text = (value: unknown): string => String(value)

/** Reads the final state of production. */
export async function readFinalState(knex: Knex): Promise<FinalState> {
  const production = { environment: 'production' }
  const calls: readonly Record<string, unknown>[] = await knex('parakh_call')
    .where(production)
    .select('reference', 'account_id', 'request_id', 'phase', 'charged')
  const entries: readonly Record<string, unknown>[] = await knex('parakh_ledger_entry')
    .where(production)
    .where('ledger_account', 'like', `${WALLET}%`)
    .select('transaction_id', 'kind', 'ledger_account', 'request_id', 'amount')
  const wallets: readonly Record<string, unknown>[] = await knex('parakh_wallet')
    .where(production)
    .select('account_id', 'posted', 'held')
  return {
    calls: calls.map((row) => ({
      reference: text(row['reference']),
      accountId: text(row['account_id']),
      requestId: text(row['request_id']),
      phase: text(row['phase']),
      charged: Number(row['charged']),
    })),
    entries: entries.map((row) => ({
      transaction: text(row['transaction_id']),
      kind: text(row['kind']),
      accountId: text(row['ledger_account']).slice(WALLET.length),
      requestId: text(row['request_id']),
      amount: Number(row['amount']),
    })),
    balances: new Map(
      wallets.map((row) => [text(row['account_id']), { posted: Number(row['posted']), held: Number(row['held']) }]),
    ),
  }
}

const RUNNING = ['held', 'dispatched']
const WITH_HOLD = [...RUNNING, 'accepted']

/** Whether a call is not answered yet. */
export async function isRunning(knex: Knex, reference: string): Promise<boolean> {
  const rows: readonly unknown[] = await knex('parakh_call')
    .where({ reference })
    .whereIn('phase', RUNNING)
    .select('phase')
  return rows.length > 0
}

/** Open holds of all wallets. */
export async function countOpenHolds(knex: Knex): Promise<number> {
  const [row]: readonly { readonly open?: unknown }[] = await knex('parakh_call')
    .whereIn('phase', WITH_HOLD)
    .count({ open: '*' })
  return Number(row?.open ?? 0)
}
