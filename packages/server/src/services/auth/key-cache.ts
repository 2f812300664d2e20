import { timingSafeEqual } from 'node:crypto'
import { type Clock, isSecretAlive, KeyedCache, type KeyOwner, type Keys } from '@parakh/core'

/** A key as it was read a moment ago. */
export interface KnownKey extends KeyOwner {
  readonly readAtMs: number
  /** Secrets that were found to be the key's, in memory only, and their versions. */
  readonly proven: { readonly secret: Buffer; readonly version: number }[]
}

/** Two: the secret and the one before it. */
const MOST_PROVEN = 2

/**
 * Remembers keys and which secrets were proven to be theirs, so that a busy key is not read for each call. It may be stale: admit compares the
 * version of each key (decision 0067).
 */
export class KeyCache {
  readonly #known: KeyedCache<KnownKey | null>

  /** @param options `lifeMs`: how long a key is taken for what it was; `most`: how many are kept, the oldest go first. */
  constructor(
    private readonly keys: Pick<Keys, 'findByPublicId' | 'secretVersion'>,
    private readonly options: { readonly clock: Clock; readonly lifeMs: number; readonly most: number },
  ) {
    this.#known = new KeyedCache(options.most)
  }

  /** The key of a `pk_…`: at once where it was read a moment ago. @param fresh True: read again. */
  find(publicId: string, fresh: boolean): KnownKey | null | Promise<KnownKey | null> {
    if (fresh) this.#known.forget(publicId)
    const known = this.#known.get(publicId, () => this.#read(publicId))
    const { clock, lifeMs } = this.options
    if (!known || 'then' in known || clock.monotonicMs() - known.readAtMs < lifeMs) return known
    this.#known.forget(publicId)
    return this.#known.get(publicId, () => this.#read(publicId, known))
  }

  /** The version of a secret that is the key's; else null. At once where that was proven before. */
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
    // A newer one is not this key's as it was read: it is remembered once that is read again.
    const isOfKey = version !== null && version <= key.secretVersion
    if (isOfKey && proven.length < MOST_PROVEN) proven.push({ secret: given, version })
    return version
  }
}
