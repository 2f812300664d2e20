import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../../connection/database.ts'
import type { WalletScope } from './wallets.ts'

/** A wallet in the order of all. */
export interface WalletPlace {
  readonly account: string
  readonly environment: string
}
/** Before the first wallet. */
export const FIRST_PLACE: WalletPlace = { account: '', environment: '' }

const Place = z
  .object({ account_id: z.string(), environment: z.string() })
  .transform(({ account_id: account, environment }): WalletPlace => ({ account, environment }))

/**
 * The next wallets in their order.
 *
 * @returns With the place of the last of them; null where there is none after them.
 */
export async function nextWallets(
  { transaction, table }: { readonly transaction: Knex } & Pick<Database, 'table'>,
  after: WalletPlace,
  limit: number,
): Promise<{ readonly wallets: WalletScope; readonly last: WalletPlace | null }> {
  const name = table('wallet')
  const row: unknown = await transaction(name)
    .whereRaw('(account_id, environment) > (?, ?)', [after.account, after.environment])
    .orderBy(['account_id', 'environment'])
    .offset(limit - 1)
    .first('account_id', 'environment')
  const last = row === undefined ? null : Place.parse(row)
  const from = `select account_id, environment from ${name} where (account_id, environment) > (:account, :environment)`
  if (!last) return { wallets: { sql: from, bindings: { ...after } }, last }
  const bindings = { ...after, lastAccount: last.account, lastEnvironment: last.environment }
  return {
    wallets: { sql: `${from} and (account_id, environment) <= (:lastAccount, :lastEnvironment)`, bindings },
    last,
  }
}
