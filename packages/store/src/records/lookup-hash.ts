import type { Environment } from '@parakh/core'
import type { KeyedHash, KeyedHashes } from '../secrets/keyed-hash.ts'

/** Whose record, and of what collection. */
export interface RecordOwner {
  readonly accountId: string
  readonly environment: Environment
  readonly collection: string
}
/** A field by which a record is found. */
export interface LookupKey {
  readonly name: string
  readonly value: string
}

/** Bound to the owner and the field: equal values of two accounts have hashes that tell nothing. */
const textOf = ({ accountId, environment, collection }: RecordOwner, { name, value }: LookupKey): string =>
  JSON.stringify([accountId, environment, collection, name, value])

const columnOf = ({ keyId, hash }: KeyedHash): string => `${keyId}.${hash}`

/** The hash to be kept for a field of a record. */
export const lookupHash = (hashes: KeyedHashes, owner: RecordOwner, key: LookupKey): string =>
  columnOf(hashes.make(textOf(owner, key)))

/** Every hash that may be kept for a field: one per pepper. */
export const lookupHashes = (hashes: KeyedHashes, owner: RecordOwner, key: LookupKey): readonly string[] =>
  hashes.all(textOf(owner, key)).map(columnOf)
