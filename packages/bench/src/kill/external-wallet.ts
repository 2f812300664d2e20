import { readFile } from 'node:fs/promises'
import type { Knex } from 'knex'
import { type OwnPostgresDatabase, type PostgresServer, postgresDatabase } from '../rig/database.ts'

/** An external wallet as its tables have it at the end, and what the host has still to tell it. */
export interface ExternalWalletState {
  /** Micro-rupees by account. */
  readonly available: ReadonlyMap<string, number>
  /** Steps that were taken. */
  readonly steps: number
  /** References under which something is reserved. */
  readonly reserved: readonly string[]
  /** Tasks that are open: `<reference>/<step>`. */
  readonly tasks: readonly string[]
}

const SCHEMA = new URL('../../../../examples/own-wallet/schema.sql', import.meta.url)

/** A database with the tables of examples/own-wallet. */
export async function externalWalletDatabase(server: Pick<PostgresServer, 'url'>): Promise<OwnPostgresDatabase> {
  const database = await postgresDatabase(server)
  await database.knex.raw(await readFile(SCHEMA, 'utf8'))
  return database
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Reads it. @param host The database of the servers. @param wallet That of the wallet. */
export async function readExternalWallet(host: Knex, wallet: Knex): Promise<ExternalWalletState> {
  const balances: Rows = await wallet('own_balance').select('account_id', 'available')
  const reservations: Rows = await wallet('own_reservation').where('held', '>', 0).select('reference')
  const [steps]: Rows = await wallet('own_step').count({ taken: '*' })
  const tasks: Rows = await host('parakh_wallet_task').select('reference', 'step')
  return {
    available: new Map(balances.map((row) => [String(row['account_id']), Number(row['available'])])),
    steps: Number(steps?.['taken']),
    reserved: reservations.map(({ reference }) => String(reference)),
    tasks: tasks.map(({ reference, step }) => `${String(reference)}/${String(step)}`),
  }
}

/** How many steps are still to be taken. */
export async function countOpenTasks(host: Knex): Promise<number> {
  const [row]: Rows = await host('parakh_wallet_task').count({ open: '*' })
  return Number(row?.['open'])
}
