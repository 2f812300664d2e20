import * as z from 'zod'
import { Counted } from '../../columns.ts'
import type { Database } from '../../connection/database.ts'

/** Longer than any round takes, in milliseconds; then another process goes on. */
const LEASE_MS = 30_000
const ONLY_ROW = 1

const Row = z.object({
  checked_id: Counted,
  wallet_account: z.string(),
  wallet_environment: z.string(),
  period: Counted,
})
/** How far the guard is: all up to an entry, all wallets up to one, all closed periods up to one. */
export type GuardPlace = z.output<typeof Row>

/** Takes the next round, unless another process has it. Each process of a database goes on where the one before ended. */
export async function takeTurn(database: Database, owner: string, at: number): Promise<GuardPlace | null> {
  const name = database.table('ledger_guard')
  const rows: unknown = await database.write((transaction) =>
    transaction(name)
      .where({ id: ONLY_ROW })
      .where((free) => free.where({ owner }).orWhere('lease_until', '<=', at))
      .update({ owner, lease_until: at + LEASE_MS })
      .returning(['checked_id', 'wallet_account', 'wallet_environment', 'period']),
  )
  return z.array(Row).parse(rows)[0] ?? null
}

/** Ends a round. */
export async function keepPlace(database: Database, owner: string, place: GuardPlace): Promise<void> {
  const name = database.table('ledger_guard')
  await database.write((transaction) => transaction(name).where({ id: ONLY_ROW, owner }).update(place))
}
