import { token } from '../../token.ts'
import type { LedgerChange, LedgerTransaction, ReservedChange } from './ledger-change.ts'
import type { PlatformRevision } from './platform-revisions.ts'
import type { TableSet } from './table-set.ts'
import type { BoundStatement, TableStatement } from './table-statement.ts'
import type { Steps, TableTransaction } from './table-transaction.ts'
import type { Vault } from './vault.ts'

/** The tables of a plugin. */
export interface TableAccess {
  rows<R>(bound: BoundStatement<R, 'read'>): Promise<readonly R[]>
  /** The first row, or null. */
  first<R>(bound: BoundStatement<R, 'read'>): Promise<R | null>
  /**
   * Runs a transaction. It commits when `work` returns; where it throws, nothing was written.
   *
   * @param work A generator function. It may be run again after a deadlock, so it changes nothing outside itself.
   * @example
   * await tables.transaction(function* (tx) {
   *   const open = yield* tx.first(statements.open({ account_id }))
   *   if (!open) yield* tx.run(statements.insert({ id, account_id }))
   * })
   */
  transaction<T>(work: (tx: TableTransaction) => Steps<T>): Promise<T>
  /** The time of the database where several processes share one, for leases; else the host's. */
  now(): Promise<Date>
  /** The newest revision of the plugin's rows, or one of the platform: a read of one row. For `RevisionCache`. */
  revision(of?: PlatformRevision): Promise<number>
  /** How often this process has raised it, also by changes that may have failed. Synchronous. */
  changesHere(of?: PlatformRevision): number
}

/** The tables and statements of one plugin of a host. */
export interface ComposedTables {
  readonly tables: TableSet
  readonly statements: readonly TableStatement[]
}
/** The tables and statements of all plugins of a host: a store takes them before it migrates. */
export const PluginTables = token<readonly ComposedTables[]>('core.plugin-tables')

/** What a store keeps for plugins. */
export interface TableStore {
  /** Takes the tables and statements of the host: before `migrate`. The same ones again change nothing. */
  use(composed: readonly ComposedTables[]): void
  access(of: TableSet): TableAccess
  /** As `Ledger.change`. @param reserved What an external wallet said of one of the wallets. */
  change<T>(
    change: LedgerChange & { readonly reserved: ReservedChange | null },
    work: (tx: LedgerTransaction) => Steps<T>,
  ): Promise<T>
  readonly vault: Vault
  /** Has the database read a statement in each of its forms, without running it. @throws What the database says. */
  prepare(statement: TableStatement): Promise<void>
}
