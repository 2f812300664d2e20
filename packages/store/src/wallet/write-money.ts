import type { BatchChanges, LedgerEntry } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { outboxRow } from '../outbox/append-event.ts'
import { alertText } from './alert-text.ts'

/** What a movement of money writes, of all that a batch may write. */
export type MoneyChanges = Pick<BatchChanges, 'wallets' | 'entries' | 'credits' | 'events'>

/** Writes a movement of money in a transaction that locked its wallets first, as a batch would. */
export async function writeMoney(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { wallets, entries, credits, events }: MoneyChanges,
): Promise<void> {
  for (const wallet of wallets) {
    const { accountId, environment, posted, held, owed, version, eventSequence, alert } = wallet
    await transaction(table('wallet'))
      .where({ account_id: accountId, environment })
      .update({ posted, held, owed, version, event_sequence: eventSequence, alert: alertText(alert) })
  }
  for (const { accountId, ...credit } of credits)
    await transaction(table('credit')).insert({ ...credit, account_id: accountId })
  for (const entry of entries) await transaction(table('ledger_entry')).insert(entryRow(entry))
  for (const event of events) await transaction(table('outbox')).insert(outboxRow(event))
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
