import { type Clock, checkSubject, type ExternalIdentity, KeyedCache, type KeyOwner, type Keys } from '@parakh/core'

/** As long as ordinary keys are cached. */
const LIFE_MS = 5_000
const MOST = 10_000

interface CachedOwner extends KeyOwner {
  readonly readAtMs: number
}

/** The keys of external subjects, cached: a subject that called within the lifetime costs no read. */
export class ExternalKeys {
  readonly #known = new KeyedCache<CachedOwner | null>(MOST)

  constructor(
    private readonly keys: Pick<Keys, 'findExternal' | 'provideExternal'>,
    private readonly clock: Clock,
  ) {}

  /**
   * The key of a proven subject, which has the highest version that was proven: it may be higher than the given one.
   *
   * @throws What `Keys.provideExternal` throws.
   */
  of(identity: ExternalIdentity): KeyOwner | Promise<KeyOwner> {
    const name = nameOf(identity)
    const known = this.#known.get(name, () => this.#read(identity))
    if (known && !('then' in known)) {
      const isRecent = this.clock.monotonicMs() - known.readAtMs < LIFE_MS
      if (isRecent && isCurrent(known, identity)) return known
      this.#known.forget(name)
      return this.of(identity)
    }
    return this.#await(known, identity)
  }

  /** Forgets a subject, because its key changed during a call. */
  forget(identity: Omit<ExternalIdentity, 'version'>): void {
    this.#known.forget(nameOf(identity))
  }

  async #await(reading: Promise<CachedOwner | null> | null, identity: ExternalIdentity): Promise<KeyOwner> {
    const found = await reading
    if (found && isCurrent(found, identity)) return found
    // The read in flight was one for a lower version.
    this.#known.forget(nameOf(identity))
    return await this.keys.provideExternal(identity)
  }

  async #read(identity: ExternalIdentity): Promise<CachedOwner> {
    // Before the read: a database may not take such text at all.
    checkSubject(identity)
    const readAtMs = this.clock.monotonicMs()
    const found = await this.keys.findExternal(identity)
    const owner = found && isCurrent(found, identity) ? found : await this.keys.provideExternal(identity)
    return { ...owner, readAtMs }
  }
}

const nameOf = ({ accountId, scheme, subject, environment }: Omit<ExternalIdentity, 'version'>): string =>
  `${accountId} ${environment} ${scheme} ${subject}`

/** Whether nothing is to be written for a proof: a revoked key stays as it is. */
const isCurrent = ({ key }: KeyOwner, { version }: ExternalIdentity): boolean =>
  key.status !== 'active' || (key.external?.version ?? 0) >= version
