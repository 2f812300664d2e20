import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import type { WrappedKey } from './master-keys.ts'

const Row = z
  .object({ account_id: z.string(), master_key_id: z.string(), wrapped: z.instanceof(Buffer) })
  .transform((row) => ({ accountId: row.account_id, masterKeyId: row.master_key_id, wrapped: row.wrapped }))

/** The wrapped data keys of accounts that have one. */
export async function readDataKeys(
  database: Database,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, WrappedKey>> {
  const rows = await database.knex(database.table('data_key')).whereIn('account_id', accountIds)
  return new Map(
    z
      .array(Row)
      .parse(rows)
      .map(({ accountId, ...key }) => [accountId, key]),
  )
}

/** Keeps an account's first data key. @returns The one that is kept: of two processes at once, the same for both. */
export async function saveDataKey(
  database: Database,
  key: WrappedKey & { readonly accountId: string; readonly createdAt: number },
): Promise<WrappedKey> {
  const { accountId, masterKeyId, wrapped, createdAt } = key
  const row = { account_id: accountId, master_key_id: masterKeyId, wrapped, created_at: createdAt }
  await database.write(async (transaction) => {
    await transaction(database.table('data_key')).insert(row).onConflict('account_id').ignore()
  })
  const kept = (await readDataKeys(database, [accountId])).get(accountId)
  // Sealing under a key that is not kept would lose what is sealed.
  if (!kept) throw new TypeError('a data key was written and cannot be read')
  return kept
}
