import type { Account } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { ACCOUNT_COLUMNS, AccountRow } from '../account-tree/account-row.ts'
import type { Database } from '../connection/database.ts'
import { KeyRow } from './key-row.ts'

/** A key as it is kept, read. */
export type StoredKey = z.output<typeof KeyRow>
/** A stored key and whose it is. */
export type OwnedKey = StoredKey & { readonly account: Account }

const Joined = z.looseObject({ account_id: z.string() })

/** The values of a unique index. */
type UniqueColumns =
  | { readonly id: string }
  | { readonly public_id: string }
  | {
      readonly account_id: string
      readonly scheme: string
      readonly subject: string
      readonly environment: string
    }

/** The key with these values in a unique index, joined with its account. */
export async function readOwnedKey(knex: Knex, database: Database, by: UniqueColumns): Promise<OwnedKey | null> {
  const where = Object.fromEntries(Object.entries(by).map(([column, value]) => [`key.${column}`, value]))
  const found: unknown = await knex({ key: database.table('api_key') })
    .join({ account: database.table('account') }, 'account.id', 'key.account_id')
    .where(where)
    .select('key.*', ...ACCOUNT_COLUMNS.map((name) => `account.${name} as account_${name}`))
    .first()
  if (found === undefined) return null
  const row = Joined.parse(found)
  const account = Object.fromEntries(ACCOUNT_COLUMNS.map((name) => [name, row[`account_${name}`]]))
  const { key, secrets } = KeyRow.parse(row)
  return { key, secrets, account: AccountRow.parse({ ...account, id: row.account_id }) }
}

/** All keys, or those of an account, in the order in which they were made. */
export async function readKeys(database: Database, accountId?: string): Promise<readonly StoredKey[]> {
  const all = database.knex(database.table('api_key')).orderBy(['created_at', 'id'])
  return z.array(KeyRow).parse(await (accountId === undefined ? all : all.where({ account_id: accountId })))
}

/** The ids of keys that have, or had, a secret with one of these hashes. */
export async function findBySecretHash(database: Database, hashes: readonly string[]): Promise<readonly string[]> {
  const rows = await database
    .knex(database.table('api_key'))
    .whereIn('secret_hash', hashes)
    .orWhereIn('previous_secret_hash', hashes)
    .select('id')
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}
