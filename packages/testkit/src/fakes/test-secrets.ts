import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '@parakh/core'

const KEY_ID = 'test'

/**
 * Secrets with one fixed key: hashes are the same in every run, digits are random.
 *
 * @param key Of the hashes.
 * @example
 * const secrets = testSecrets()
 * secrets.matches('482913', secrets.hash('482913')) // true
 */
export function testSecrets(key = 'a key for tests'): Secrets {
  const hash = (text: string): string => `${KEY_ID}.${createHmac('sha256', key).update(text).digest('base64url')}`
  return {
    digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
    hash,
    hashes: (text) => [hash(text)],
    matches: (text, known) => {
      const [mine, theirs] = [Buffer.from(hash(text)), Buffer.from(known)]
      return mine.length === theirs.length && timingSafeEqual(mine, theirs)
    },
  }
}
