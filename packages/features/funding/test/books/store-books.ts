import { type Ledger, type LedgerEntry, micro } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { createStore } from '@parakh/store'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { planTables, subscriptionStatements } from '../../../../../test/book-rules.ts'
import { databaseOn, openTables } from '../../../../../test/databases.ts'
import { fundingStatements } from '../../src/tables/funding-statements.ts'
import { fundingTables } from '../../src/tables/funding-tables.ts'
import { type BookRows, type Books, openBooks } from './open-books.ts'

const environment = 'production'
const SECRETS = {
  pepper: [{ id: 'p1', value: 'pepper' }],
  masterKey: [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }],
}
const MOST = 1_000
const statementsOf = (set: typeof fundingStatements | typeof subscriptionStatements) =>
  Object.values(set).map(({ statement }) => statement)

/** Books on the store of a server, on a SQLite file of their own. */
export async function storeBooks(): Promise<Books> {
  const [clock, ids, place] = [manualClock(), sequentialIds(), await databaseOn('sqlite3')]
  const options = { database: place.options, decide, secrets: SECRETS, clock, ids, logger: collectingLogger() }
  const store = await createStore(options)
  const kept = store.pluginTables
  if (!kept) throw new Error('the store keeps tables of plugins')
  kept.use([
    { tables: fundingTables, statements: statementsOf(fundingStatements) },
    { tables: planTables, statements: statementsOf(subscriptionStatements) },
  ])
  await store.migrate()
  const knex = openTables(place)
  const ledger: Ledger = { change: (change, work) => kept.change({ ...change, reserved: null }, work) }
  const books: Books = openBooks({
    ...{ store, ledger, clock, ids, accessOf: (tables) => kept.access(tables) },
    async read({ accountIds, references }): Promise<BookRows> {
      const entries: readonly (Pick<LedgerEntry, 'kind'> & Record<string, unknown>)[] = await knex(
        'parakh_ledger_entry',
      )
        .where({ environment })
        .orderBy('id')
      const calls = await Promise.all(references.map((reference) => store.billing.findByReference(reference)))
      const clawedBack: readonly { readonly reference: string }[] = await knex('parakh_clawback')
      const by = async <T>(read: (accountId: string) => Promise<T>) =>
        new Map(await Promise.all(accountIds.map(async (id) => [id, await read(id)] as const)))
      return {
        wallets: await by((accountId) => store.wallet.balance(accountId, environment)),
        commission: await by((accountId) => store.commission.totals(accountId, environment)),
        entries: entries.map(({ kind, ledger_account, amount, request_id }) => ({
          ...{ kind, ledgerAccount: String(ledger_account), amount: micro(Number(amount)) },
          requestId: String(request_id),
        })),
        calls: calls.flatMap((found) => (found ? [found.call] : [])),
        clawedBack: new Set(clawedBack.map(({ reference }) => reference)),
        fundings: (await books.rows.list({ accountIds, cursor: null, limit: MOST })).items.toReversed(),
      }
    },
    async close() {
      await knex.destroy()
      await store.close()
      await place.drop()
    },
  })
  return books
}
