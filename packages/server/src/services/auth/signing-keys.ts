import { createPublicKey, type KeyObject } from 'node:crypto'
import { type KeyedSecret, readSigningKey } from '../../config/secrets.ts'
import { serverErrors } from '../../error-codes.ts'

/** An Ed25519 key and its id on tokens. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/**
 * The signing keys of a keyed list: the first signs, all verify.
 *
 * @throws `INVALID_VALUE` for one that is not an Ed25519 private key.
 */
export function signingKeys(list: readonly KeyedSecret[]): readonly SigningKey[] {
  return list.map(({ id, value }) => {
    const privateKey = readSigningKey(value)
    if (!privateKey)
      throw serverErrors.error('INVALID_VALUE', { detail: `The signing key "${id}" is not an Ed25519 private key` })
    return { kid: id, privateKey, publicKey: createPublicKey(privateKey) }
  })
}

/** The public halves as a JSON Web Key Set. */
export function publicKeySet(keys: readonly SigningKey[]): { readonly keys: readonly object[] } {
  return {
    keys: keys.map(({ kid, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'EdDSA' })),
  }
}
