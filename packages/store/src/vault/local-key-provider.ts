import { createSecretKey, type KeyObject } from 'node:crypto'
import type { KeyProvider } from '@parakh/core'
import { storeErrors } from '../error-codes.ts'
import type { KeyedSecret } from '../secrets/keyed-secret.ts'
import { decrypt, encrypt } from './cipher.ts'
import { Nonces } from './nonces.ts'

const KEY_BYTES = 32

/**
 * A key provider whose master keys are in the memory of this process: AES-256-GCM.
 *
 * @param keys The first wraps, all unwrap. Values are 32 bytes in base64. At least one.
 * @throws `MASTER_KEY_INVALID`, which names the id and no value.
 * @example
 * const provider = localKeyProvider([{ id: '2026', value: process.env.MASTER_KEY }])
 */
export function localKeyProvider(keys: readonly KeyedSecret[]): KeyProvider {
  const byId = new Map<string, KeyObject>()
  for (const { id, value } of keys) {
    const bytes = Buffer.from(value, 'base64')
    if (bytes.length !== KEY_BYTES || byId.has(id)) throw storeErrors.error('MASTER_KEY_INVALID', { id })
    byId.set(id, createSecretKey(bytes))
  }
  const [first] = byId
  if (!first) throw storeErrors.error('MASTER_KEY_INVALID', { id: '' })
  const [keyId, firstKey] = first
  const nonces = new Nonces()
  return {
    wrap: async (dataKey, { context }) => ({
      keyId,
      bytes: encrypt(firstKey, dataKey, { context, nonce: nonces.next() }),
    }),
    async unwrap({ keyId: id, bytes }, { context }) {
      const key = byId.get(id)
      return key ? decrypt(key, bytes, context) : null
    },
  }
}

/** Key providers as they are; a keyed list as one provider. @throws `MASTER_KEY_INVALID` */
export const providersOf = (given: readonly KeyedSecret[] | readonly KeyProvider[]): readonly KeyProvider[] => {
  const providers = given.flatMap((one) => ('wrap' in one ? one : []))
  const keys = given.flatMap((one) => ('wrap' in one ? [] : one))
  return providers.length > 0 ? providers : [localKeyProvider(keys)]
}
