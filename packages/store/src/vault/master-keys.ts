import { createSecretKey, type KeyObject } from 'node:crypto'
import { storeErrors } from '../error-codes.ts'
import type { KeyedSecret } from '../secrets/keyed-secret.ts'
import { decrypt, encrypt } from './cipher.ts'
import type { Nonces } from './nonces.ts'
import { associatedData } from './sealed-row.ts'

const KEY_BYTES = 32

/** A data key as it is kept: encrypted under the master key that is named beside it. */
export interface WrappedKey {
  readonly masterKeyId: string
  readonly wrapped: Buffer
}

/** Wraps data keys under the first master key, unwraps under all. */
interface MasterKeys {
  wrap(accountId: string, dataKey: Uint8Array): WrappedKey
  /** @throws `MASTER_KEY_UNKNOWN` when the key is not in the list, or another one stands under its id. */
  unwrap(accountId: string, key: WrappedKey): KeyObject
}

/** An account has one data key. */
const contextOf = (accountId: string): string => associatedData({ table: 'data_key', accountId, row: accountId })

/**
 * Master keys from a keyed list.
 *
 * @param keys Values are 32 bytes in base64. At least one.
 * @param nonces Of the vault.
 * @throws `MASTER_KEY_INVALID`, which names the id and no value.
 */
export function readMasterKeys(keys: readonly KeyedSecret[], nonces: Nonces): MasterKeys {
  const byId = new Map<string, KeyObject>()
  for (const { id, value } of keys) {
    const bytes = Buffer.from(value, 'base64')
    if (bytes.length !== KEY_BYTES || byId.has(id)) throw storeErrors.error('MASTER_KEY_INVALID', { id })
    byId.set(id, createSecretKey(bytes))
  }
  const [first] = byId
  if (!first) throw storeErrors.error('MASTER_KEY_INVALID', { id: '' })
  const [firstId, firstKey] = first
  return {
    wrap: (accountId, dataKey) => ({
      masterKeyId: firstId,
      wrapped: encrypt(firstKey, dataKey, { context: contextOf(accountId), nonce: nonces.next() }),
    }),
    unwrap(accountId, { masterKeyId, wrapped }) {
      const key = byId.get(masterKeyId)
      const dataKey = key && decrypt(key, wrapped, contextOf(accountId))
      if (!dataKey) throw storeErrors.error('MASTER_KEY_UNKNOWN', { id: masterKeyId })
      return createSecretKey(dataKey)
    },
  }
}
