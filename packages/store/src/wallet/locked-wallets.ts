import { ENVIRONMENTS, type Environment, micro, type WalletState, walletKey } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted, EnvironmentColumn } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { alertOf } from './alert-text.ts'
import { lockWallets } from './lock-wallets.ts'

const Amount = Counted.transform(micro)
const Row = z
  .object({
    account_id: z.string(),
    environment: EnvironmentColumn,
    posted: Amount,
    held: Amount,
    owed: Amount,
    version: Counted,
    requests_day: z.string(),
    requests_today: Counted,
    requests_total: Counted,
    event_sequence: Counted,
    alert: z.string().nullable(),
  })
  .transform(
    (row): WalletState => ({
      accountId: row.account_id,
      environment: row.environment,
      posted: row.posted,
      held: row.held,
      owed: row.owed,
      version: row.version,
      requestsDay: row.requests_day,
      requestsToday: row.requests_today,
      requestsTotal: row.requests_total,
      eventSequence: row.event_sequence,
      alert: alertOf(row.alert),
    }),
  )

/** Wallets of one environment, locked in their order as a batch locks them, and read beneath the locks. By `walletKey`. */
export async function lockedWallets(
  transaction: Knex.Transaction,
  database: Database,
  { accountIds, environment }: { readonly accountIds: readonly string[]; readonly environment: Environment },
): Promise<ReadonlyMap<string, WalletState>> {
  await lockWallets(
    transaction,
    database,
    accountIds.map((accountId) => [accountId, environment] as const),
  )
  const rows: unknown = await transaction(database.table('wallet'))
    .where({ environment })
    .whereIn('account_id', [...accountIds])
  return new Map(
    z
      .array(Row)
      .parse(rows)
      .map((wallet) => [walletKey(wallet), wallet]),
  )
}

/** Wallets of any environments, as {@link lockedWallets}. @throws `ACCOUNT_NOT_FOUND` where one of them is not there. */
export async function lockedOwners(
  transaction: Knex.Transaction,
  database: Database,
  owners: readonly WalletName[],
): Promise<Map<string, WalletState>> {
  const found = new Map<string, WalletState>()
  // All of them in the order of batches; what follows finds them locked.
  await lockWallets(
    transaction,
    database,
    owners.map(({ accountId, environment }) => [accountId, environment] as const),
  )
  for (const environment of ENVIRONMENTS) {
    const accountIds = owners.filter((owner) => owner.environment === environment).map(({ accountId }) => accountId)
    if (accountIds.length === 0) continue
    for (const [key, wallet] of await lockedWallets(transaction, database, { accountIds, environment }))
      found.set(key, wallet)
  }
  for (const owner of owners) requireWallet(found, owner)
  return found
}

type WalletName = Pick<WalletState, 'accountId' | 'environment'>

/** One of wallets by `walletKey`. @throws `ACCOUNT_NOT_FOUND` */
export function requireWallet(wallets: ReadonlyMap<string, WalletState>, of: WalletName): WalletState {
  const wallet = wallets.get(walletKey(of))
  if (!wallet) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: of.accountId })
  return wallet
}

/** One wallet, locked, and read beneath its lock. @throws `ACCOUNT_NOT_FOUND` */
export async function lockedWallet(
  transaction: Knex.Transaction,
  database: Database,
  of: WalletName,
): Promise<WalletState> {
  const { accountId, environment } = of
  return requireWallet(await lockedWallets(transaction, database, { accountIds: [accountId], environment }), of)
}
