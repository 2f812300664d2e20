import type { Database } from '../connection/database.ts'
import type { KeyedHash, KeyedHashes } from './keyed-hash.ts'

/** A secret that was recognised, and where its hash is kept. */
export interface Recognised {
  readonly secret: string
  readonly known: KeyedHash
  readonly table: 'admin_token' | 'api_key'
  readonly id: string
  /** The columns of the hash and of its pepper's id. */
  readonly columns: readonly [hash: string, pepperId: string]
}

/**
 * Hashes a recognised secret again under the current pepper, where an older one made its hash: who uses it is the only one who knows it. While
 * processes with different first peppers run side by side it may be changed back; the last of them decides.
 */
export async function rehash(
  { database, hashes }: { readonly database: Database; readonly hashes: KeyedHashes },
  { secret, known, table, id, columns: [hash, pepperId] }: Recognised,
): Promise<void> {
  if (known.keyId === hashes.currentId) return
  const current = hashes.make(secret)
  const change = { [hash]: current.hash, [pepperId]: current.keyId }
  const unchanged = { id, [hash]: known.hash, [pepperId]: known.keyId }
  // The secret is right whether or not this is written; its next use tries again.
  await database
    .write(async (transaction) => await transaction(database.table(table)).where(unchanged).update(change))
    .catch(() => undefined)
}
