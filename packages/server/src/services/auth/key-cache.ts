import { timingSafeEqual } from 'node:crypto'
import { type Clock, isSecretAlive, KeyedCache, type KeyOwner, type Keys } from '@parakh/core'

/** A cached key. */
export interface KnownKey extends KeyOwner {
  readonly readAtMs: number
  /** Verified secrets of the key and their versions, in memory only. */
  readonly proven: { readonly secret: Buffer; readonly version: number }[]
}

/** Two: the current secret and the previous one. */
const MOST_PROVEN = 2

/**
 * Caches keys and their verified secrets, so that a busy key is not read for each call. It may be stale: admit compares the version of
 * each key (decision 0067).
 */
export class KeyCache {
  readonly #known: KeyedCache<KnownKey | null>

  /** @param options `lifeMs`: the lifetime of an entry; `most`: the largest number of entries, the oldest are evicted. */
  constructor(
    private readonly keys: Pick<Keys, 'findByPublicId' | 'secretVersion'>,
    private readonly options: { readonly clock: Clock; readonly lifeMs: number; readonly most: number },
  ) {
    this.#known = new KeyedCache(options.most)
  }

  /** The key of a `pk_…`: a value if it is cached, else a promise. @param fresh True: read again. */
  find(publicId: string, fresh: boolean): KnownKey | null | Promise<KnownKey | null> {
    if (fresh) this.#known.forget(publicId)
    const known = this.#known.get(publicId, () => this.#read(publicId))
    const { clock, lifeMs } = this.options
    if (!known || 'then' in known || clock.monotonicMs() - known.readAtMs < lifeMs) return known
    this.#known.forget(publicId)
    return this.#known.get(publicId, () => this.#read(publicId, known))
  }

  /** The version of a valid secret of the key; else null. A value if it was verified before, else a promise. */
  secretVersion({ key, proven }: KnownKey, apiSecret: string): number | null | Promise<number | null> {
    const given = Buffer.from(apiSecret)
    const known = proven.find(({ secret }) => secret.length === given.length && timingSafeEqual(secret, given))
    if (known) return isSecretAlive(key, known.version, this.options.clock.now()) ? known.version : null
    return this.#prove({ key, proven }, apiSecret, given)
  }

  async #read(publicId: string, before?: KnownKey): Promise<KnownKey | null> {
    const readAtMs = this.options.clock.monotonicMs()
    const owner = await this.keys.findByPublicId(publicId)
    if (!owner) return null
    const isSame = before?.key.secretVersion === owner.key.secretVersion
    return { ...owner, readAtMs, proven: isSame ? before.proven : [] }
  }

  async #prove({ key, proven }: Pick<KnownKey, 'key' | 'proven'>, apiSecret: string, given: Buffer) {
    const version = await this.keys.secretVersion(key, apiSecret)
    // A secret newer than the cached key is cached only after the key is read again.
    const isOfKey = version !== null && version <= key.secretVersion
    if (isOfKey && proven.length < MOST_PROVEN) proven.push({ secret: given, version })
    return version
  }
}
