import { type ApiKey, checkSubject, type ExternalIdentity, type KeyOwner } from '@parakh/core'
import type { Knex } from 'knex'
import { requireAccount } from '../account-tree/read-accounts.ts'
import type { Database } from '../connection/database.ts'
import { changeKey, requireKey } from './change-key.ts'
import { insertWindows } from './issue-key.ts'
import { writeKeyAudit } from './key-audit.ts'
import { newKeyRow } from './key-row.ts'
import type { KeysOptions } from './keys-options.ts'
import { type OwnedKey, readOwnedKey } from './read-keys.ts'
import { requireEntitled } from './require-issuable.ts'

type Identity = Omit<ExternalIdentity, 'version'>

/** The key of an external subject; null: it was never seen. */
export async function findExternal(knex: Knex, database: Database, identity: Identity): Promise<OwnedKey | null> {
  const { accountId, environment, scheme, subject } = identity
  return await readOwnedKey(knex, database, { account_id: accountId, scheme, subject, environment })
}

/**
 * The key of an external subject: made at first sight, and brought to a higher version. Of two processes that see a subject at once the
 * unique index lets one make it.
 *
 * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_CLOSED`, `KYC_REQUIRED`, `SUBJECT_INVALID`, `IDENTITY_NUMBER_NOT_ALLOWED`
 */
export async function provideExternal(options: KeysOptions, identity: ExternalIdentity): Promise<KeyOwner> {
  checkSubject(identity)
  const { database } = options
  const found =
    (await findExternal(database.knex, database, identity)) ??
    (await database.write((transaction) => insertExternal(transaction, options, identity)))
  const { key, account } = isBehind(found.key, identity) ? await raiseVersion(options, found.key.id, identity) : found
  return { key, account }
}

const isBehind = ({ status, external }: ApiKey, { version }: ExternalIdentity): boolean =>
  status === 'active' && external !== null && external.version < version

async function insertExternal(
  transaction: Knex.Transaction,
  options: KeysOptions,
  identity: ExternalIdentity,
): Promise<OwnedKey> {
  const { database, ids, clock } = options
  const { accountId, environment, scheme, subject, version } = identity
  requireEntitled(await requireAccount(transaction, database, accountId), environment)
  const id = ids.next()
  const key: ApiKey = {
    ...{ id, accountId, environment, publicId: `ext_${id}`, external: { scheme, subject, version } },
    ...{ label: `${scheme}: ${subject}`, status: 'active', version: 1, secretVersion: 0, previousSecretUntil: null },
    ...{ endpoints: null, ipRanges: null, spendCapPerDay: null, expiresAt: null, exposedAt: null },
    ...{ issuedBy: null, createdAt: clock.now(), revokedAt: null },
  }
  const added: readonly unknown[] = await transaction(database.table('api_key'))
    .insert(newKeyRow(key, { current: null, previous: null }))
    .onConflict(transaction.raw('(account_id, scheme, subject, environment) where scheme is not null'))
    .ignore()
    .returning('id')
  if (added.length > 0) {
    await insertWindows(transaction, options, id)
    // No event: every user of a host would be one. The audit log has it.
    await writeKeyAudit(transaction, options, { actor: 'system:auth', action: 'key.create', before: null, after: key })
  }
  return requireKey(await findExternal(transaction, database, identity), id)
}

/** Ends what was proven with lower versions: the key changes, so a call that was identified with an older one is identified again. */
const raiseVersion = (options: KeysOptions, id: string, identity: ExternalIdentity): Promise<OwnedKey> =>
  changeKey(options, { id, actor: 'system:auth' }, ({ key }) =>
    isBehind(key, identity)
      ? { action: 'key.raise', columns: { subject_version: identity.version }, event: null }
      : null,
  )
