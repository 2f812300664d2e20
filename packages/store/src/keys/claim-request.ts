import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

/** A request that names itself. */
interface KeyRequest {
  readonly actor: string
  readonly name: string
  /** What it is about to issue. */
  readonly keyId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Makes a request the one that issues a key, in the transaction that does. Of two at once the second waits for the first.
 *
 * @throws `KEY_ALREADY_ISSUED` with the id of the key
 */
export async function claimRequest(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { actor, name, keyId, at }: KeyRequest,
): Promise<void> {
  const added: readonly unknown[] = await transaction(table('key_request'))
    .insert({ actor, name, key_id: keyId, at })
    .onConflict(['actor', 'name'])
    .ignore()
    .returning('key_id')
  if (added.length > 0) return
  const row: unknown = await transaction(table('key_request')).where({ actor, name }).first('key_id')
  throw storeErrors.error('KEY_ALREADY_ISSUED', { id: z.object({ key_id: z.string() }).parse(row).key_id })
}
