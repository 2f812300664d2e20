import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { NONCE_BYTES } from './nonces.ts'

/** The first byte of everything sealed: how it was sealed. 1: AES-256-GCM, nonce, ciphertext, tag. */
const FORMAT = 1
const BODY_AT = 1 + NONCE_BYTES
const TAG_BYTES = 16

/** What a text is sealed with besides its key. */
interface Binding {
  /** The associated data: where it belongs. Opening it with another one fails. */
  readonly context: string
  /** 12 bytes, never used before with the key. */
  readonly nonce: Uint8Array
}

/**
 * Encrypts by AES-256-GCM: `1 | nonce (12) | ciphertext | tag (16)`.
 *
 * @param key Of 32 bytes.
 * @param plain What to encrypt; text as UTF-8.
 */
export function encrypt(key: KeyObject, plain: Uint8Array | string, { context, nonce }: Binding): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final()
  const sealed = Buffer.allocUnsafe(BODY_AT + body.length + TAG_BYTES)
  sealed[0] = FORMAT
  sealed.set(nonce, 1)
  sealed.set(body, BODY_AT)
  sealed.set(cipher.getAuthTag(), BODY_AT + body.length)
  return sealed
}

/**
 * Decrypts what `encrypt` made.
 *
 * @returns Null when the key or the context is another one, or a byte was changed.
 */
export function decrypt(key: KeyObject, sealed: Uint8Array, context: string): Buffer | null {
  if (sealed.length < BODY_AT + TAG_BYTES || sealed[0] !== FORMAT) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, BODY_AT), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  const plain = decipher.update(sealed.subarray(BODY_AT, sealed.length - TAG_BYTES))
  try {
    decipher.final()
  } catch {
    return null
  }
  return plain
}
