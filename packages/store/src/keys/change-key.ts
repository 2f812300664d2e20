import type { Knex } from 'knex'
import { lockAccount } from '../account-tree/lock-account.ts'
import { storeErrors } from '../error-codes.ts'
import { lockWallets } from '../wallet/lock-wallets.ts'
import { writeKeyAudit } from './key-audit.ts'
import { emitKeyEvent } from './key-event.ts'
import type { KeysOptions } from './keys-options.ts'
import { type OwnedKey, readOwnedKey } from './read-keys.ts'

/** What a change writes, and the event that tells of it. */
interface KeyChange {
  /** As the audit log names it. */
  readonly action: string
  readonly columns: Readonly<Record<string, string | number | null>>
  readonly event: 'key.exposed' | 'key.rotated' | 'key.revoked' | null
  /** The account above that issues a new secret; null: none. Absent: the secret stays. */
  readonly issuedBy?: string | null
}

/**
 * Changes a key beneath its wallet's lock, so that a call sees it whole or not at all. Its version rises.
 *
 * @param of `id`: of the key; `actor`: who changes it; `actingFor`: as of `NewKey`. If it is another account than the key's, the
 *   key's account is locked first, so that no owner joins meanwhile.
 * @param decide Gets the key as it stands; null changes nothing.
 * @returns The key after it.
 * @throws `KEY_NOT_FOUND`, and what `decide` throws.
 */
export function changeKey(
  options: KeysOptions,
  { id, actor, actingFor = null }: { readonly id: string; readonly actor: string; readonly actingFor?: string | null },
  decide: (stored: OwnedKey) => KeyChange | null,
): Promise<OwnedKey> {
  const { database } = options
  return database.write(async (transaction) => {
    const before = await readBeneathLock(transaction, options, { id, actingFor })
    const change = decide(before)
    if (!change) return before
    const { issuedBy = before.key.issuedBy, event } = change
    if (event) await emitKeyEvent(transaction, options, { key: { ...before.key, issuedBy }, type: event })
    await transaction(database.table('api_key'))
      .where({ id })
      .update({ ...change.columns, issued_by: issuedBy, version: before.key.version + 1 })
    const after = requireKey(await readOwnedKey(transaction, database, { id }), id)
    await writeKeyAudit(transaction, options, { actor, action: change.action, before: before.key, after: after.key })
    return after
  })
}

/** Calls lock the wallet first, and so does this: the other way round the two could wait for each other. */
async function readBeneathLock(
  transaction: Knex.Transaction,
  { database }: KeysOptions,
  { id, actingFor }: { readonly id: string; readonly actingFor: string | null },
): Promise<OwnedKey> {
  const { key } = requireKey(await readOwnedKey(transaction, database, { id }), id)
  if (actingFor !== null && actingFor !== key.accountId) await lockAccount(transaction, database, key.accountId)
  await lockWallets(transaction, database, [[key.accountId, key.environment]])
  return requireKey(await readOwnedKey(transaction, database, { id }), id)
}

/**
 * A key that was found.
 *
 * @throws `KEY_NOT_FOUND`
 */
export function requireKey(found: OwnedKey | null, id: string): OwnedKey {
  if (!found) throw storeErrors.error('KEY_NOT_FOUND', { id })
  return found
}

/** @throws `KEY_REVOKED` */
export function requireActive({ key }: OwnedKey): void {
  if (key.status !== 'active') throw storeErrors.error('KEY_REVOKED', { id: key.id })
}

/**
 * The secret of a key that has one.
 *
 * @throws `KEY_EXTERNAL`
 */
export function requireSecret({ key, secrets }: OwnedKey): NonNullable<OwnedKey['secrets']['current']> {
  if (!secrets.current) throw storeErrors.error('KEY_EXTERNAL', { id: key.id })
  return secrets.current
}
