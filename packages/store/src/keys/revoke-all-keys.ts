import { ENVIRONMENTS } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { lockWallets } from '../wallet/lock-wallets.ts'
import { writeKeyAudit } from './key-audit.ts'
import { emitKeyEvent } from './key-event.ts'
import { KeyRow } from './key-row.ts'
import type { KeysOptions } from './keys-options.ts'

/** Ends every key of an account, beneath the locks that calls take. */
export async function revokeAllKeys(
  transaction: Knex.Transaction,
  options: Pick<KeysOptions, 'database' | 'clock' | 'ids'>,
  { accountId, actor }: { readonly accountId: string; readonly actor: string },
): Promise<void> {
  const { database, clock } = options
  const table = database.table('api_key')
  const wallets = [...ENVIRONMENTS].sort().map((environment) => [accountId, environment] as const)
  await lockWallets(transaction, database, wallets)
  const active: unknown = await transaction(table).where({ account_id: accountId, status: 'active' }).orderBy('id')
  for (const { key } of z.array(KeyRow).parse(active)) {
    const revokedAt = clock.now()
    await emitKeyEvent(transaction, options, { key, type: 'key.revoked' })
    await transaction(table)
      .where({ id: key.id })
      .update({ status: 'revoked', revoked_at: revokedAt.getTime(), version: key.version + 1 })
    const after = { ...key, status: 'revoked', revokedAt } as const
    await writeKeyAudit(transaction, options, { actor, action: 'key.revoke', before: key, after })
  }
}
