import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '@parakh/core'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The greatest multiple of 62 that fits a byte: bytes above it are left out, so that each character is as likely. */
const FAIR_BYTES = 248
const CHECKSUM_LENGTH = 6
/** Characters before the checksum: 178 bits for a secret, 119 for an id. */
const RANDOM_LENGTH = { pk: 20, sk: 30 } as const
const MODE = { sandbox: 'test', production: 'live' } as const

/** `pk`: the id of a key, `sk`: its secret. */
type KeyText = 'pk' | 'sk'

/**
 * A new key id or secret: `pk_test_…`, `sk_live_…` (decisions.md section 1).
 *
 * @param kind An id or a secret.
 * @param environment `test` in the sandbox, `live` in production.
 */
export function makeKeyText(kind: KeyText, environment: Environment): string {
  const body = `${kind}_${MODE[environment]}_${randomBase62(RANDOM_LENGTH[kind])}`
  return body + checksum(body)
}

/**
 * What a text is, by its form and its checksum alone: without a look into the database.
 *
 * @returns Null for a typo, and for anything else.
 */
export function readKeyText(text: string): { readonly kind: KeyText; readonly environment: Environment } | null {
  const match = /^(pk|sk)_(test|live)_([0-9A-Za-z]+)$/.exec(text)
  if (!match) return null
  const kind = match[1] === 'pk' ? 'pk' : 'sk'
  if (match[3]?.length !== RANDOM_LENGTH[kind] + CHECKSUM_LENGTH) return null
  if (checksum(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) return null
  return { kind, environment: match[2] === 'test' ? 'sandbox' : 'production' }
}

/** CRC32 of all that stands before it, prefix included, in six base62 characters. */
export function checksum(body: string): string {
  let text = ''
  for (let rest = crc32(body); text.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62))
    text = BASE62.charAt(rest % 62) + text
  return text
}

/** Characters of base62, each as likely as any other. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) if (byte < FAIR_BYTES) text += BASE62.charAt(byte % 62)
  }
  return text
}
