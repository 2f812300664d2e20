import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The first byte of everything sealed: how it was sealed. 1: AES-256-GCM, nonce, ciphertext, tag. */
const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES

/**
 * Encrypts by AES-256-GCM: `1 | nonce (12) | ciphertext | tag (16)`.
 *
 * @param key 32 bytes.
 * @param plain What to encrypt; text as UTF-8.
 * @param context Whose it is: opening it as another's fails.
 */
export function encrypt(key: Uint8Array, plain: Uint8Array | string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final()
  return Buffer.concat([Buffer.of(FORMAT), nonce, body, cipher.getAuthTag()])
}

/**
 * Decrypts what `encrypt` made.
 *
 * @returns Null when the key or the context is another one, or a byte was changed.
 */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): Buffer | null {
  if (sealed.length < OVERHEAD_BYTES || sealed[0] !== FORMAT) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  const plain = decipher.update(sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES))
  try {
    decipher.final()
  } catch {
    return null
  }
  return plain
}
