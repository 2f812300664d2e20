import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Clock, Logger } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { decrypt, encrypt } from './cipher.ts'
import type { DataKeyWrapping } from './data-key-wrapping.ts'
import { readDataKeys, saveDataKey } from './data-keys.ts'
import { Nonces } from './nonces.ts'
import { RecentKeys } from './recent-keys.ts'
import { associatedData, type Place } from './sealed-row.ts'

const DATA_KEY_BYTES = 32
const KEYS_IN_MEMORY = 10_000

/** Seals and opens for accounts whose keys are at hand: without waiting, so also inside a transaction. */
export interface Sealer {
  seal(place: Place, plain: Uint8Array | string): Buffer
  /** @throws `SEALED_DATA_DAMAGED` */
  open(place: Place, sealed: Uint8Array): Buffer
}

/** Encrypts what is kept of an account, under a data key of its own (decisions.md section 11) and for one row (decision 0049). */
export interface Vault {
  seal(place: Place, plain: Uint8Array | string): Promise<Buffer>
  /** @throws `MASTER_KEY_UNAVAILABLE`, `MASTER_KEY_UNKNOWN`, `SEALED_DATA_DAMAGED` */
  open(place: Place, sealed: Uint8Array): Promise<Buffer>
  /**
   * Brings the keys of these accounts into memory, for work that cannot wait. Ask before a transaction begins: the first
   * key of an account is a write of its own.
   *
   * @returns At once where all of them are in memory.
   * @throws `MASTER_KEY_UNAVAILABLE`, `MASTER_KEY_UNKNOWN`
   */
  sealer(accountIds: readonly string[]): Sealer | Promise<Sealer>
}

/** What a vault is made from. */
interface VaultOptions {
  readonly database: Database
  readonly clock: Clock
  readonly wrapping: Pick<DataKeyWrapping, 'wrap' | 'unwrap'>
  /** Told of what cannot be opened. */
  readonly logger: Logger
  /** Data keys kept in memory; 10,000 unless given. */
  readonly keysInMemory?: number
}

/**
 * A vault: AES-256-GCM under a data key per account, kept in `data_key` under a master key.
 *
 * @example
 * const providers = [localKeyProvider([{ id: '2026', value: process.env.MASTER_KEY }])]
 * const vault = createVault({ database, clock, logger, wrapping: new DataKeyWrapping({ providers, logger }) })
 * const place = { table: 'job', accountId, row: jobId }
 * await vault.open(place, await vault.seal(place, 'text')) // a buffer of 'text'
 */
export function createVault(options: VaultOptions): Vault {
  const { database, clock, logger, wrapping } = options
  const parts = { nonces: new Nonces(), logger }
  const recent = new RecentKeys(options.keysInMemory ?? KEYS_IN_MEMORY)

  async function makeKey(accountId: string): Promise<Uint8Array> {
    const wrapped = await wrapping.wrap(accountId, randomBytes(DATA_KEY_BYTES))
    const kept = await saveDataKey(database, { accountId, ...wrapped, createdAt: clock.now().getTime() })
    return await wrapping.unwrap(accountId, kept)
  }
  async function bringKeys(accountIds: readonly string[]): Promise<ReadonlyMap<string, KeyObject>> {
    const kept = await readDataKeys(database, accountIds)
    const keys = accountIds.map(async (accountId) => {
      const wrapped = kept.get(accountId)
      const bytes = wrapped ? await wrapping.unwrap(accountId, wrapped) : await makeKey(accountId)
      const key = createSecretKey(bytes)
      recent.set(accountId, key)
      return [accountId, key] as const
    })
    return new Map(await Promise.all(keys))
  }
  // Callers that come while an account's key is on its way wait for it: a crowd at a cold start reads each key once.
  const onTheWay = new Map<string, Promise<ReadonlyMap<string, KeyObject>>>()
  function bringTogether(accountIds: readonly string[]): readonly Promise<ReadonlyMap<string, KeyObject>>[] {
    const fresh = accountIds.filter((accountId) => !onTheWay.has(accountId))
    if (fresh.length > 0) {
      const brought = bringKeys(fresh).finally(() => {
        for (const accountId of fresh) onTheWay.delete(accountId)
      })
      for (const accountId of fresh) onTheWay.set(accountId, brought)
    }
    return [...new Set(accountIds.flatMap((accountId) => onTheWay.get(accountId) ?? []))]
  }
  async function withMissing(keys: Map<string, KeyObject>, missing: ReadonlySet<string>): Promise<Sealer> {
    for (const brought of await Promise.all(bringTogether([...missing])))
      for (const [accountId, key] of brought) if (missing.has(accountId)) keys.set(accountId, key)
    return sealerOf((accountId) => keys.get(accountId), parts)
  }
  const sealer = (accountIds: readonly string[]): Sealer | Promise<Sealer> => {
    const [only = ''] = accountIds
    const atHand = accountIds.length === 1 ? recent.get(only) : undefined
    if (atHand) return sealerOf((accountId) => (accountId === only ? atHand : undefined), parts)
    const keys = new Map<string, KeyObject>()
    const missing = new Set<string>()
    for (const accountId of accountIds) {
      const key = recent.get(accountId)
      if (key) keys.set(accountId, key)
      else missing.add(accountId)
    }
    return missing.size === 0 ? sealerOf((accountId) => keys.get(accountId), parts) : withMissing(keys, missing)
  }
  return {
    sealer,
    seal: async (place, plain) => (await sealer([place.accountId])).seal(place, plain),
    open: async (place, sealed) => (await sealer([place.accountId])).open(place, sealed),
  }
}

function sealerOf(
  find: (accountId: string) => KeyObject | undefined,
  { nonces, logger }: { readonly nonces: Nonces; readonly logger: Logger },
): Sealer {
  const keyOf = (accountId: string): KeyObject => {
    const key = find(accountId)
    if (!key) throw new TypeError('A sealer was asked for an account that it was not made for')
    return key
  }
  return {
    seal: (place, plain) =>
      encrypt(keyOf(place.accountId), plain, { context: associatedData(place), nonce: nonces.next() }),
    open(place, sealed) {
      const plain = decrypt(keyOf(place.accountId), sealed, associatedData(place))
      if (plain) return plain
      const { table, accountId, row } = place
      // Of a record, its plugin chose the id.
      const facts = { code: 'SEALED_DATA_DAMAGED', table, account: accountId }
      logger.error('store.sealed_data_damaged', table === 'record' ? facts : { ...facts, row })
      throw storeErrors.error('SEALED_DATA_DAMAGED', { table, account: accountId })
    },
  }
}
