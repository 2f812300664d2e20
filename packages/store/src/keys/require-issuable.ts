import { type Account, issuerAbove, type KeyIssuer, type NewKey, requireOpen } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { lockAccount } from '../account-tree/lock-account.ts'
import { storeErrors } from '../error-codes.ts'
import type { KeysOptions } from './keys-options.ts'

const DEFAULT_PER_ACCOUNT = 100
const Ids = z.array(z.object({ id: z.string() }))

/**
 * Refuses a key of a closed account, and a production key before the account's KYC is approved.
 *
 * @throws `ACCOUNT_CLOSED`, `KYC_REQUIRED`
 */
export function requireEntitled(account: Account, environment: NewKey['environment']): void {
  requireOpen(account)
  if (environment === 'production' && account.kyc !== 'approved')
    throw storeErrors.error('KYC_REQUIRED', { id: account.id })
}

/** Whose key is to be issued, and for whom the issuer acts. */
type KeyToIssue = Pick<NewKey, 'accountId' | 'environment'> & Pick<KeyIssuer, 'actingFor'>

/**
 * Locks the account of a key that is to be issued, and refuses the key where it may not be.
 *
 * @returns The account above that issues it; null: none.
 * @throws `ACCOUNT_CLOSED`, `ACCOUNT_NOT_FOUND`, `KEYS_NOT_DELEGATED`, `KEYS_TOO_MANY`, `KYC_REQUIRED`
 */
export async function requireIssuable(
  transaction: Knex.Transaction,
  options: KeysOptions,
  { accountId, environment, actingFor }: KeyToIssue,
): Promise<string | null> {
  const account = await lockAccount(transaction, options.database, accountId)
  requireEntitled(account, environment)
  const issuedBy = issuerAbove(account, actingFor)
  await requireRoom(transaction, options, accountId)
  return issuedBy
}

/**
 * Refuses one key more than an account may have. The caller holds the lock of the account. Keys of callers whom an auth scheme proves are as many as
 * there are callers, and do not count.
 *
 * @throws `KEYS_TOO_MANY`
 */
async function requireRoom(
  transaction: Knex.Transaction,
  { database, clock, keysPerAccount = DEFAULT_PER_ACCOUNT }: KeysOptions,
  accountId: string,
): Promise<void> {
  const now = clock.now().getTime()
  const found = await transaction(database.table('api_key'))
    .select('id')
    .where({ account_id: accountId, status: 'active' })
    .whereNull('scheme')
    .andWhere((query) => query.whereNull('expires_at').orWhere('expires_at', '>', now))
    .limit(keysPerAccount)
  const keys = Ids.parse(found).length
  if (keys >= keysPerAccount) throw storeErrors.error('KEYS_TOO_MANY', { id: accountId, keys })
}
