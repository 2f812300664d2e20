import {
  type BoundStatement,
  type ComposedTables,
  readRows,
  type SealedIn,
  type TableAccess,
  type TableSet,
  type TableStatement,
  type TableStore,
  tableNameOf,
  tableTransaction,
  type Vault,
} from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { errorCode } from '../connection/error-facts.ts'
import { translateTrouble } from '../connection/translate-trouble.ts'
import { storeErrors } from '../error-codes.ts'
import type { Vault as StoreVault } from '../vault/create-vault.ts'
import { LockedChange } from './change-wallets.ts'
import { type Performing, performRequest, requireListed } from './perform.ts'
import { prepareStatement } from './prepare-statement.ts'
import { runStatement } from './run-statement.ts'
import { runWork } from './run-work.ts'
import { revisionOf } from './table-migrations.ts'

/** What tables of plugins are kept with. */
export interface TableStoreOptions extends Omit<Performing, 'isListed'> {
  readonly vault: Pick<StoreVault, 'seal' | 'open'>
  /** Milliseconds since 1970, by the database where several processes share one. */
  now(): Promise<number>
  isTrouble(error: unknown): boolean
}
/** The tables of plugins, and those that were handed over: migrations of them are the store's. */
export interface ComposedTableStore extends TableStore {
  readonly composed: readonly ComposedTables[]
}

/** How often a transaction is run that is a victim of deadlocks. */
const MOST_RUNS = 5
/** SQLSTATE of a transaction that PostgreSQL has rolled back because of another one: serialization failure, deadlock. */
const ROLLED_BACK = new Set(['40001', '40P01'])

/**
 * Tables of plugins on a database.
 *
 * @example
 * const pluginTables = createTableStore({ database, decide, clock, ids, hashes, sandboxCredit, vault, now, isTrouble })
 * pluginTables.use([{ tables, statements }])
 */
export function createTableStore(options: TableStoreOptions): ComposedTableStore {
  const { database, clock, now, isTrouble } = options
  const listed = new Set<TableStatement>()
  let composed: readonly ComposedTables[] = []
  const given: Performing = { ...options, isListed: (statement) => listed.has(statement) }
  const guarded = <Part extends object>(name: string, part: Part): Part => translateTrouble({ name, part, isTrouble })
  // A commit whose acknowledgement was lost is not run again: it may have been made.
  const isRetryable = (error: unknown): boolean => database.dialect === 'pg' && ROLLED_BACK.has(errorCode(error))
  const write = <T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> =>
    runAgain(() => database.write(work), isRetryable)

  async function rowsOf<R>(of: TableSet, bound: BoundStatement<R, 'read'>): Promise<readonly R[]> {
    const { statement } = bound
    requireListed(given.isListed, statement)
    if (statement.kind !== 'read' || statement.of.namespace !== of.namespace)
      throw storeErrors.error('STATEMENT_NOT_LISTED', { statement: statement.name, plugin: of.namespace })
    return readRows(bound, await readOutside(database, bound))
  }
  const access = (of: TableSet): TableAccess => ({
    rows: (bound) => rowsOf(of, bound),
    async first<R>(bound: BoundStatement<R, 'read'>) {
      const [row = null] = await rowsOf(of, bound)
      return row
    },
    transaction: (work) =>
      write((transaction) => {
        const tx = tableTransaction(clock.now())
        return runWork(work(tx), (request) => performRequest(transaction, given, { request, at: tx.at }))
      }),
    now: async () => new Date(await now()),
    revision: (platform) => database.revisions.read(revisionOf(platform ?? of)),
    changesHere: (platform) => database.revisions.here(revisionOf(platform ?? of)),
  })
  return {
    get composed() {
      return composed
    },
    use(tables) {
      composed = tables
      listed.clear()
      for (const { statements } of tables) for (const statement of statements) listed.add(statement)
    },
    access: (of) => guarded(`tables.${of.namespace}`, access(of)),
    ...guarded('ledger', {
      change: ((change, work) =>
        write(async (transaction) => {
          const locked = await LockedChange.open(transaction, given, change)
          return await runWork(work(locked.tx), (request) => locked.perform(request))
        })) as TableStore['change'],
    }),
    // Not guarded: at start, the author of a plugin needs the database's own message about a statement.
    prepare: (statement: TableStatement) => prepareStatement(database, statement),
    vault: vaultOf(options.vault),
  }
}

async function runAgain<T>(run: () => Promise<T>, isRetryable: (error: unknown) => boolean): Promise<T> {
  for (let left = MOST_RUNS - 1; ; left -= 1)
    try {
      return await run()
    } catch (error) {
      if (left === 0 || !isRetryable(error)) throw error
    }
}

/** A read outside of a transaction. */
const readOutside = (database: Database, bound: BoundStatement): Promise<readonly unknown[]> =>
  bound.statement.byIndex && database.dialect === 'pg'
    ? database.knex.transaction(async (transaction) => {
        await transaction.raw('set local enable_seqscan = off')
        return await runStatement(transaction, database, bound)
      })
    : runStatement(database.knex, database, bound)

const vaultOf = (vault: TableStoreOptions['vault']): Vault => {
  const placeOf = ({ table, accountId, row }: SealedIn) =>
    ({ table: `plugin/${tableNameOf(table)}`, accountId, row }) as const
  return {
    seal: (of, plain) => vault.seal(placeOf(of), plain),
    open: (of, sealed) => vault.open(placeOf(of), sealed),
  }
}
