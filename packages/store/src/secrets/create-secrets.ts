import { randomInt as cryptoRandomInt } from 'node:crypto'
import { coreErrors, type Secrets } from '@parakh/core'
import { createKeyedHashes, type KeyedHash } from './keyed-hash.ts'
import type { KeyedSecret } from './keyed-secret.ts'

const MOST_DIGITS = 32

/**
 * Random digits and keyed hashes for plugins.
 *
 * @param peppers The first makes hashes, all are recognised.
 * @param randomInt A whole number from 0 up to, and without, the one given. From the system's source unless given.
 * @returns `digits` throws `INVALID_OPTIONS` for a count that is not 1 to 32.
 * @throws `PEPPER_INVALID`
 * @example
 * const secrets = createSecrets([{ id: '2026', value: process.env.PEPPER }])
 * secrets.matches('482913', secrets.hash('482913')) // true
 */
export function createSecrets(
  peppers: readonly KeyedSecret[],
  randomInt: (below: number) => number = (below) => cryptoRandomInt(below),
): Secrets {
  const hashes = createKeyedHashes(peppers)
  const asText = ({ keyId, hash }: KeyedHash): string => `${keyId}.${hash}`
  return {
    digits(count) {
      if (!Number.isInteger(count) || count < 1 || count > MOST_DIGITS)
        throw coreErrors.error('INVALID_OPTIONS', {
          detail: `${count} digits cannot be made. Allowed: 1 to ${MOST_DIGITS}`,
        })
      return Array.from({ length: count }, () => randomInt(10)).join('')
    },
    hash: (text) => asText(hashes.make(text)),
    hashes: (text) => hashes.all(text).map(asText),
    matches(text, known) {
      const dot = known.indexOf('.')
      return dot > 0 && hashes.matches(text, { keyId: known.slice(0, dot), hash: known.slice(dot + 1) })
    },
  }
}
