import type { WrappedDataKey } from '@parakh/core'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

/** The wrapped data key of an account. */
export interface DataKeyRow extends WrappedDataKey {
  readonly accountId: string
}
/** A data key that is wrapped again. */
export interface DataKeyChange {
  readonly from: DataKeyRow
  readonly to: WrappedDataKey
}

const Rows = z.array(
  z
    .object({ account_id: z.string(), master_key_id: z.string(), wrapped: z.instanceof(Buffer) })
    .transform((row): DataKeyRow => ({ accountId: row.account_id, keyId: row.master_key_id, bytes: row.wrapped })),
)

/** The wrapped data keys of accounts that have one. */
export async function readDataKeys(
  database: Database,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, WrappedDataKey>> {
  const rows = Rows.parse(await database.knex(database.table('data_key')).whereIn('account_id', accountIds))
  return new Map(rows.map((row) => [row.accountId, row]))
}

/** Keeps an account's first data key. @returns The one that is kept: of two processes at once, the same for both. */
export async function saveDataKey(
  database: Database,
  { accountId, keyId, bytes, createdAt }: DataKeyRow & { readonly createdAt: number },
): Promise<WrappedDataKey> {
  const row = { account_id: accountId, master_key_id: keyId, wrapped: Buffer.from(bytes), created_at: createdAt }
  await database.write(async (transaction) => {
    await transaction(database.table('data_key')).insert(row).onConflict('account_id').ignore()
  })
  const kept = (await readDataKeys(database, [accountId])).get(accountId)
  // Sealing under a key that is not kept would lose what is sealed.
  if (!kept) throw new TypeError('a data key was written and cannot be read')
  return kept
}

/** How many data keys each master key wraps. */
export async function countDataKeys(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows: unknown = await database
    .knex(database.table('data_key'))
    .groupBy('master_key_id')
    .orderBy('master_key_id')
    .select('master_key_id')
    .count({ rows: '*' })
  const counted = z.array(z.object({ master_key_id: z.string(), rows: Counted })).parse(rows)
  return new Map(counted.map((row) => [row.master_key_id, row.rows]))
}

/** Some data keys of a master key, from either end of the accounts. */
export async function sampleDataKeys(
  database: Database,
  { keyId, end, limit }: { readonly keyId: string; readonly end: 'asc' | 'desc'; readonly limit: number },
): Promise<readonly DataKeyRow[]> {
  const of = database.knex(database.table('data_key')).where({ master_key_id: keyId })
  return Rows.parse(await of.orderBy('account_id', end).limit(limit))
}

/** The next data keys that are not under a master key, by account. */
export async function readOtherDataKeys(
  database: Database,
  { keyId, after, limit }: { readonly keyId: string; readonly after: string; readonly limit: number },
): Promise<readonly DataKeyRow[]> {
  const others = database.knex(database.table('data_key')).whereNot({ master_key_id: keyId })
  return Rows.parse(await others.where('account_id', '>', after).orderBy('account_id').limit(limit))
}

/** Replaces wrapped data keys, each where nobody else did meanwhile or is about to. @returns How many. */
export async function replaceDataKeys(database: Database, changes: readonly DataKeyChange[]): Promise<number> {
  return await database.write(async (transaction) => {
    const rows = () => transaction(database.table('data_key'))
    const ids = changes.map(({ from }) => from.accountId)
    // Two at once would wait for each other's rows, until one of them is cancelled.
    const free: unknown =
      database.dialect === 'pg'
        ? await rows().whereIn('account_id', ids).forUpdate().skipLocked().pluck('account_id')
        : ids
    const own = new Set(z.array(z.string()).parse(free))
    let replaced = 0
    for (const { from, to } of changes.filter((change) => own.has(change.from.accountId)))
      replaced += await rows()
        .where({ account_id: from.accountId, master_key_id: from.keyId, wrapped: Buffer.from(from.bytes) })
        .update({ master_key_id: to.keyId, wrapped: Buffer.from(to.bytes) })
    return replaced
  })
}
