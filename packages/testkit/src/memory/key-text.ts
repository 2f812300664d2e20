import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '@parakh/core'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6
const RANDOM_LENGTH = 24

const base62 = (value: number, length: number): string => {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = BASE62.charAt(rest % 62) + text
  return text
}
/** Bytes from 248 on are left out, so that each character is as likely as any other. */
const randomText = (): string => {
  let text = ''
  while (text.length < RANDOM_LENGTH)
    for (const byte of randomBytes(RANDOM_LENGTH))
      if (byte < 248 && text.length < RANDOM_LENGTH) text += BASE62[byte % 62]
  return text
}
const checksum = (text: string): string => base62(crc32(text), CHECKSUM_LENGTH)

/** A new key id or secret: `pk_test_…`, `sk_live_…`, the last six characters a CRC32 (decisions.md section 1). */
export function newKeyText(kind: 'pk' | 'sk', environment: Environment): string {
  const text = `${kind}_${environment === 'sandbox' ? 'test' : 'live'}_${randomText()}`
  return text + checksum(text)
}

/** Whether a text has the shape and the checksum of a key id or secret. */
export function isKeyText(text: string): boolean {
  if (!/^[ps]k_(test|live)_[0-9A-Za-z]{30}$/.test(text)) return false
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}
