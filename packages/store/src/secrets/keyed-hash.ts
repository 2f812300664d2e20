import { createHmac, timingSafeEqual } from 'node:crypto'
import { storeErrors } from '../error-codes.ts'
import type { KeyedSecret } from './keyed-secret.ts'

/** A keyed hash, and which key made it. */
export interface KeyedHash {
  readonly keyId: string
  /** HMAC-SHA-256 in base64url. */
  readonly hash: string
}

/** HMAC-SHA-256 under a keyed list (decisions.md section 1). */
export interface KeyedHashes {
  /** The id of the first key, under which new hashes are made. */
  readonly currentId: string
  /** A hash under the first key. */
  make(text: string): KeyedHash
  /** A hash under every key, to look up what an older key made. */
  all(text: string): readonly KeyedHash[]
  /** Whether a text has this hash, compared in constant time. False where the key is not in the list any more. */
  matches(text: string, known: KeyedHash): boolean
}

/**
 * Keyed hashes from a list of peppers.
 *
 * @param peppers The first makes hashes, all are recognised. At least one.
 * @throws `PEPPER_INVALID` for an empty list, an empty value, or an id that is malformed or there twice.
 */
export function createKeyedHashes(peppers: readonly KeyedSecret[]): KeyedHashes {
  const keys = checkPeppers(peppers)
  const [first] = peppers
  if (!first) throw refused('there is none')
  const make = (text: string, { id, value }: KeyedSecret = first): KeyedHash => ({
    keyId: id,
    hash: createHmac('sha256', value).update(text).digest('base64url'),
  })
  return {
    currentId: first.id,
    make: (text) => make(text),
    all: (text) => peppers.map((pepper) => make(text, pepper)),
    matches(text, known) {
      const pepper = keys.get(known.keyId)
      return pepper !== undefined && equal(make(text, pepper).hash, known.hash)
    },
  }
}

function checkPeppers(peppers: readonly KeyedSecret[]): ReadonlyMap<string, KeyedSecret> {
  const keys = new Map<string, KeyedSecret>()
  for (const pepper of peppers) {
    const { id, value } = pepper
    if (!/^[\w-]{1,64}$/.test(id)) throw refused('an id is malformed')
    if (value === '') throw refused(`"${id}" is empty`)
    if (keys.has(id)) throw refused(`"${id}" is there twice`)
    keys.set(id, pepper)
  }
  return keys
}

const refused = (detail: string) => storeErrors.error('PEPPER_INVALID', { detail })

function equal(mine: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(mine), Buffer.from(theirs)]
  return a.length === b.length && timingSafeEqual(a, b)
}
