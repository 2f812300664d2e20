import {
  type ApiKey,
  checkFreeText,
  checkSpendCap,
  isSecretAlive,
  issuerAbove,
  issuerOf,
  type KeyOwner,
  type Keys,
  widensKey,
} from '@parakh/core'
import { storeErrors } from '../error-codes.ts'
import { rehash } from '../secrets/rehash.ts'
import { changeKey, requireActive, requireKey, requireSecret } from './change-key.ts'
import { draftKey, insertKey, issued, issueKey } from './issue-key.ts'
import { makeKeyText, readKeyText } from './key-format.ts'
import { type KeySecrets, restrictedColumns } from './key-row.ts'
import type { KeysOptions } from './keys-options.ts'
import { pageKeys } from './page-keys.ts'
import { findExternal, provideExternal } from './provide-external.ts'
import { findBySecretHash, readKeys, readOwnedKey } from './read-keys.ts'
import { readLastUsed } from './read-last-used.ts'
import { requireIssuable } from './require-issuable.ts'

const LONGEST_OVERLAP_SECONDS = 604_800

/**
 * API keys on a database (decisions.md section 1).
 *
 * @returns Besides what core says, `rotate` throws `KEY_OVERLAP_INVALID`,
 *   `promote` `KEY_REVOKED` and `KEY_NOT_SANDBOX`.
 * @example
 * const keys = createKeys({ database, clock, ids, hashes: createKeyedHashes(peppers) })
 * const { key, apiSecret } = await keys.create({ accountId, environment: 'sandbox' })
 */
export function createKeys(options: KeysOptions): Keys {
  const { database, clock, hashes } = options
  const owner = async (by: Parameters<typeof readOwnedKey>[2]): Promise<KeyOwner | null> => {
    const found = await readOwnedKey(database.knex, database, by)
    return found && { key: found.key, account: found.account }
  }

  return {
    create: (key) => database.write((transaction) => issueKey(transaction, options, key)),
    list: async (accountId) => (await readKeys(database, accountId)).map(({ key }) => key),
    async page(query) {
      const { items, next } = await pageKeys(database, query)
      return { items: items.map(({ key }) => key), next }
    },
    get: (id) => owner({ id }),
    lastUsed: (ids) => readLastUsed(database, ids),
    async findByPublicId(publicId) {
      if (readKeyText(publicId)?.kind !== 'pk') return null
      const found = await readOwnedKey(database.knex, database, { public_id: publicId })
      if (!found) return null
      const { key, account, secrets } = found
      const previous = isSecretAlive(key, key.secretVersion - 1, clock.now()) ? secrets.previous : null
      return isUnderOlder(hashes, { ...secrets, previous }) ? { key, account, provesAgain: true } : { key, account }
    },
    async secretVersion({ id }, apiSecret) {
      if (readKeyText(apiSecret)?.kind !== 'sk') return null
      const stored = await readOwnedKey(database.knex, database, { id })
      if (!stored) return null
      const { key, secrets } = stored
      const { current, previous } = secrets
      const recognised = { secret: apiSecret, table: 'api_key', id } as const
      if (current && hashes.matches(apiSecret, current)) {
        await rehash(options, { ...recognised, known: current, columns: ['secret_hash', 'pepper_id'] })
        return key.secretVersion
      }
      const version = key.secretVersion - 1
      if (!previous || !isSecretAlive(key, version, clock.now()) || !hashes.matches(apiSecret, previous)) return null
      const columns = ['previous_secret_hash', 'previous_pepper_id'] as const
      await rehash(options, { ...recognised, known: previous, columns })
      return version
    },
    async findExternal(identity) {
      const found = await findExternal(database.knex, database, identity)
      return found && { key: found.key, account: found.account }
    },
    provideExternal: (identity) => provideExternal(options, identity),
    async rotate(id, overlapSeconds, by) {
      const { actor, actingFor } = issuerOf(by)
      checkOverlap(overlapSeconds)
      let apiSecret = ''
      const stored = await changeKey(options, { id, actor, actingFor }, (before) => {
        requireActive(before)
        const issuedBy = issuerAbove(before.account, actingFor)
        const old = requireSecret(before)
        apiSecret = makeKeyText('sk', before.key.environment)
        // Without an overlap it ends at once, also for a process whose clock is behind.
        const previousUntil = overlapSeconds === 0 ? 0 : clock.now().getTime() + overlapSeconds * 1000
        const columns = rotatedColumns(before.key, { old, current: hashes.make(apiSecret), previousUntil })
        return { action: 'key.rotate', columns, event: 'key.rotated', issuedBy }
      })
      return { key: stored.key, apiSecret }
    },
    async revoke(id, actor = 'system') {
      const columns = { status: 'revoked', revoked_at: clock.now().getTime() }
      const stored = await changeKey(options, { id, actor }, ({ key }) =>
        key.status === 'revoked' ? null : { action: 'key.revoke', columns, event: 'key.revoked' },
      )
      return stored.key
    },
    async restrict(id, to, by) {
      const { actor, actingFor } = issuerOf(by)
      checkSpendCap(to.spendCapPerDay)
      checkFreeText('label', to.label)
      const stored = await changeKey(options, { id, actor, actingFor }, (before) => {
        requireActive(before)
        if (widensKey(before.key, to)) issuerAbove(before.account, actingFor)
        return { action: 'key.restrict', columns: restrictedColumns({ ...before.key, ...to }), event: null }
      })
      return stored.key
    },
    promote: (id, by) =>
      database.write(async (transaction) => {
        const { actor, actingFor } = issuerOf(by)
        const found = requireKey(await readOwnedKey(transaction, database, { id }), id)
        requireActive(found)
        requireSecret(found)
        if (found.key.environment !== 'sandbox') throw storeErrors.error('KEY_NOT_SANDBOX', { id })
        const of = { accountId: found.account.id, environment: 'production' } as const
        const issuedBy = await requireIssuable(transaction, options, { ...of, actingFor })
        const draft = draftKey(options, { ...of, issuedBy }, found.key)
        await insertKey(transaction, options, { ...draft, event: 'key.promoted', actor })
        return issued(draft)
      }),
    async flagExposed(text) {
      const columns = { exposed_at: clock.now().getTime() }
      const found = await findExposed(options, text)
      for (const id of found)
        await changeKey(options, { id, actor: 'system:call' }, ({ key }) =>
          key.exposedAt ? null : { action: 'key.expose', columns, event: 'key.exposed' },
        )
      return found
    },
  }
}

function checkOverlap(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > LONGEST_OVERLAP_SECONDS)
    throw storeErrors.error('KEY_OVERLAP_INVALID', { seconds })
}

type Secret = NonNullable<KeySecrets['current']>

function rotatedColumns(
  key: ApiKey,
  { old, current, previousUntil }: { old: Secret; current: Secret; previousUntil: number },
) {
  return {
    secret_version: key.secretVersion + 1,
    secret_hash: current.hash,
    pepper_id: current.keyId,
    previous_secret_hash: old.hash,
    previous_pepper_id: old.keyId,
    previous_until: previousUntil,
    exposed_at: null,
  }
}

/** A secret is found by its hash under each pepper, the one before the last rotation included. */
async function findExposed({ database, hashes }: KeysOptions, text: string): Promise<readonly string[]> {
  const kind = readKeyText(text)?.kind
  if (kind === 'sk')
    return await findBySecretHash(
      database,
      hashes.all(text).map(({ hash }) => hash),
    )
  const found = kind === 'pk' ? await readOwnedKey(database.knex, database, { public_id: text }) : null
  return found ? [found.key.id] : []
}

/** Whether a pepper that is not the current one made a hash of its secrets: the next proof moves it. */
const isUnderOlder = ({ currentId }: KeysOptions['hashes'], { current, previous }: KeySecrets): boolean =>
  [current, previous].some((secret) => secret !== null && secret.keyId !== currentId)
