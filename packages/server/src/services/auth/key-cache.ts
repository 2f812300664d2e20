import { timingSafeEqual } from 'node:crypto'
import { type Clock, isSecretAlive, type KeyOwner, type Keys } from '@parakh/core'

interface Entry {
  readonly owner: KeyOwner
  readonly readAtMs: number
  /** Secrets that were found to be the key's, in memory only, and their versions. */
  readonly proven: { readonly secret: Buffer; readonly version: number }[]
}

/** Keys as they were read a moment ago. It may be stale: admit sees the key as it is (design.md). */
export interface KeyCache {
  /** The key of a `pk_…`: at once where it was read a moment ago. @param fresh True: read again. */
  find(publicId: string, fresh: boolean): KeyOwner | null | Promise<KeyOwner | null>
  /** The version of a secret that is the key's; else null. At once where that was proven before. */
  secretVersion(owner: KeyOwner, apiSecret: string): number | null | Promise<number | null>
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/**
 * Remembers keys and which secrets were proven to be theirs, so that a busy key is not read for each call.
 *
 * @param keys Where keys are read.
 * @param options `lifeMs`: how long an entry holds; `most`: how many are kept, the oldest go first.
 */
export function keyCache(
  keys: Pick<Keys, 'findByPublicId' | 'secretVersion'>,
  options: { readonly clock: Clock; readonly lifeMs: number; readonly most: number },
): KeyCache {
  const entries = new Map<string, Entry>()
  const reading = new Map<string, Promise<KeyOwner | null>>()

  const read = async (publicId: string): Promise<KeyOwner | null> => {
    const owner = await keys.findByPublicId(publicId)
    entries.delete(publicId)
    if (!owner) return null
    const [oldest] = entries.keys()
    if (entries.size >= options.most && oldest !== undefined) entries.delete(oldest)
    entries.set(publicId, { owner, readAtMs: options.clock.monotonicMs(), proven: [] })
    return owner
  }
  const readOnce = (publicId: string): Promise<KeyOwner | null> => {
    const under = reading.get(publicId)
    if (under) return under
    const started = read(publicId).finally(() => reading.delete(publicId))
    reading.set(publicId, started)
    return started
  }
  const prove = async (
    owner: KeyOwner,
    { apiSecret, given, current }: { apiSecret: string; given: Buffer; current: Entry | undefined },
  ): Promise<number | null> => {
    const version = await keys.secretVersion(owner.key, apiSecret)
    // Two: the secret and the one before it.
    if (version !== null && current && current.proven.length < 2) current.proven.push({ secret: given, version })
    return version
  }
  return {
    find(publicId, fresh) {
      if (fresh) return read(publicId)
      const known = entries.get(publicId)
      if (known && options.clock.monotonicMs() - known.readAtMs < options.lifeMs) return known.owner
      return readOnce(publicId)
    },
    secretVersion(owner, apiSecret) {
      const entry = entries.get(owner.key.publicId)
      const current = entry?.owner.key.version === owner.key.version ? entry : undefined
      const given = Buffer.from(apiSecret)
      const known = current?.proven.find(({ secret }) => isSame(secret, given))
      if (known) return isSecretAlive(owner.key, known.version, options.clock.now()) ? known.version : null
      return prove(owner, { apiSecret, given, current })
    },
  }
}
