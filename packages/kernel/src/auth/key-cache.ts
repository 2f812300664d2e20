import { timingSafeEqual } from 'node:crypto'
import { type Clock, isSecretAlive, KeyedCache, type Keys, type KnownKey, type KnownKeys } from '@parakh/core'

/** A cached key, with what only the cache may see of it. */
interface CachedKey extends KnownKey {
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
export class KeyCache implements KnownKeys {
  readonly #known: KeyedCache<CachedKey | null>

  /** @param options `lifeMs`: the lifetime of an entry; `most`: the largest number of entries, the oldest are evicted. */
  constructor(
    private readonly keys: Pick<Keys, 'findByPublicId' | 'secretVersion'>,
    private readonly options: { readonly clock: Clock; readonly lifeMs: number; readonly most: number },
  ) {
    this.#known = new KeyedCache(options.most)
  }

  find(publicId: string, fresh: boolean): KnownKey | null | Promise<KnownKey | null> {
    if (fresh) this.#known.forget(publicId)
    const known = this.#known.get(publicId, () => this.#read(publicId))
    const { clock, lifeMs } = this.options
    if (!known || 'then' in known || clock.monotonicMs() - known.readAtMs < lifeMs) return known
    this.#known.forget(publicId)
    return this.#known.get(publicId, () => this.#read(publicId, known))
  }

  secretVersion(known: KnownKey, apiSecret: string): number | null | Promise<number | null> {
    // Every known key is one of a cache.
    const { key, proven } = known as CachedKey
    const given = Buffer.from(apiSecret)
    const same = proven.find(({ secret }) => secret.length === given.length && timingSafeEqual(secret, given))
    if (same) return isSecretAlive(key, same.version, this.options.clock.now()) ? same.version : null
    return this.#prove({ key, proven }, apiSecret, given)
  }

  async #read(publicId: string, before?: CachedKey): Promise<CachedKey | null> {
    const readAtMs = this.options.clock.monotonicMs()
    const owner = await this.keys.findByPublicId(publicId)
    if (!owner) return null
    const isSame = before?.key.secretVersion === owner.key.secretVersion && owner.provesAgain !== true
    return { ...owner, readAtMs, proven: isSame ? before.proven : [] } as CachedKey
  }

  async #prove({ key, proven }: Pick<CachedKey, 'key' | 'proven'>, apiSecret: string, given: Buffer) {
    const version = await this.keys.secretVersion(key, apiSecret)
    // A secret newer than the cached key is cached only after the key is read again.
    const isOfKey = version !== null && version <= key.secretVersion
    if (isOfKey && proven.length < MOST_PROVEN) proven.push({ secret: given, version })
    return version
  }
}
