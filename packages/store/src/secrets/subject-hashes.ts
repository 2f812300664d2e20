import { type SubjectHash, subjectText } from '@parakh/core'
import { createKeyedHashes, type KeyedHash } from './keyed-hash.ts'
import type { KeyedSecret } from './keyed-secret.ts'

/** The secrets under which people are hashed. */
export interface SubjectSecrets {
  readonly pepper: readonly KeyedSecret[]
  /** Absent or empty: the peppers make the hashes. */
  readonly subjectKeys?: readonly KeyedSecret[]
}
/** Keyed hashes of the identifiers of people. */
export interface SubjectHashes {
  /** The ids of the subject keys, the current one first; empty: the peppers make the hashes. */
  readonly keyIds: readonly string[]
  make(identifier: string): SubjectHash
  /**
   * Every hash that may be kept for an identifier: under each subject key, and under each pepper. Before there was a subject index, the text of the
   * request was hashed as it was.
   */
  all(identifier: string): readonly string[]
}

/** What stands in the place of a hash once the person is erased. */
export const NOBODY = ''

const columnOf = ({ keyId, hash }: KeyedHash): string => `${keyId}.${hash}`

/**
 * Keyed hashes of people, under keys of their own where the configuration has them.
 *
 * @throws `PEPPER_INVALID`
 */
export function createSubjectHashes({ pepper, subjectKeys = [] }: SubjectSecrets): SubjectHashes {
  const peppers = createKeyedHashes(pepper)
  const keys = subjectKeys.length === 0 ? null : createKeyedHashes(subjectKeys)
  return {
    keyIds: subjectKeys.map(({ id }) => id),
    make(identifier) {
      const made = (keys ?? peppers).make(subjectText(identifier))
      return { subject: columnOf(made), subjectKey: keys ? made.keyId : null }
    },
    all(identifier) {
      const text = subjectText(identifier)
      const texts = [...new Set([text, identifier, identifier.trim()])]
      const found = [...(keys?.all(text) ?? []), ...texts.flatMap((one) => peppers.all(one))]
      return [...new Set(found.map(columnOf))]
    },
  }
}
