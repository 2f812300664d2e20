import type { Environment } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { lockWallets } from '../wallet/lock-wallets.ts'

const PAGE = 200

interface OldCall {
  readonly id: number
  readonly account_id: string
  readonly environment: Environment
}

/**
 * Drops stored responses and inputs of calls settled before a time, page by page in short transactions. The calls stay, as
 * `purged`, and so do their request ids.
 *
 * @param before Milliseconds since 1970.
 * @returns How many calls were purged.
 */
export async function purgeCalls(database: Database, before: number): Promise<number> {
  await dropOldMarks(database, before)
  let purged = 0
  for (let from = await oldestStored(database); from !== null; ) {
    const page = await readPage(database, from, before)
    const last = page.at(-1)
    if (!last) break
    const old = page.filter(({ due }) => due)
    if (old.length > 0) purged += await database.write((transaction) => purgePage(transaction, database, old))
    from = last.id + 1
  }
  return purged
}

/** Marks of processes that ended long ago: a commit is unacknowledged for seconds (decision 0013). */
async function dropOldMarks({ knex, dialect, table }: Database, before: number): Promise<void> {
  if (dialect === 'pg') await knex(table('batch_mark')).where('at', '<', before).delete()
}

/** The first call of which anything is stored: older ones are not read again. */
async function oldestStored({ knex, table }: Database): Promise<number | null> {
  const oldest = await Promise.all(
    ['response', 'call_input'].map(async (name) => {
      const row: { id?: number | null } | undefined = await knex(table(name)).min({ id: 'call_id' }).first()
      return typeof row?.id === 'number' || typeof row?.id === 'string' ? Number(row.id) : null
    }),
  )
  const known = oldest.filter((id) => id !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** Ids rise as calls are admitted, so the first page without a call admitted before the time is the end. */
async function readPage({ knex, table }: Database, from: number, before: number) {
  const rows: readonly (OldCall & {
    phase: string
    at: number
    settled_at: number | null
    async_state: string | null
  })[] = await knex(table('call'))
    .where('id', '>=', from)
    .orderBy('id')
    .limit(PAGE)
    .select('id', 'account_id', 'environment', 'phase', 'at', 'settled_at', 'async_state')
  if (rows.every(({ at }) => Number(at) >= before)) return []
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    // A pending async result needs the stored input of its call.
    due:
      row.async_state !== 'pending' &&
      row.phase !== 'purged' &&
      row.settled_at !== null &&
      Number(row.settled_at) < before,
  }))
}

async function purgePage(
  transaction: Knex.Transaction,
  { dialect, table }: Database,
  old: readonly OldCall[],
): Promise<number> {
  // A refund or an async result changes a call under this lock.
  await lockWallets(
    transaction,
    { dialect, table },
    old.map((call) => [call.account_id, call.environment]),
  )
  const ids = old.map(({ id }) => id)
  await transaction(table('response')).whereIn('call_id', ids).delete()
  await transaction(table('call_input')).whereIn('call_id', ids).delete()
  return await transaction(table('call'))
    .whereIn('id', ids)
    .whereIn('phase', ['answered', 'none'])
    .update({ phase: 'purged' })
}
