import { timingSafeEqual } from 'node:crypto'
import type { Clock, KeyOwner, Keys } from '@parakh/core'

interface Entry {
  readonly owner: KeyOwner
  readonly readAtMs: number
  /** Secrets that were found to be the key's, in memory only. */
  readonly proven: Buffer[]
}

/** Keys as they were read a moment ago. It may be stale: admit sees the key as it is (design.md). */
export interface KeyCache {
  /** The key of a `pk_…`: at once where it was read a moment ago. @param fresh True: read again. */
  find(publicId: string, fresh: boolean): KeyOwner | null | Promise<KeyOwner | null>
  /** Whether a secret is the key's: at once where that was proven before. */
  matches(owner: KeyOwner, apiSecret: string): boolean | Promise<boolean>
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/**
 * Remembers keys and which secrets were proven to be theirs, so that a busy key is not read for each call.
 *
 * @param keys Where keys are read.
 * @param options `lifeMs`: how long an entry holds; `most`: how many are kept, the oldest go first.
 */
export function keyCache(
  keys: Pick<Keys, 'findByPublicId' | 'matches'>,
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
  ): Promise<boolean> => {
    const matches = await keys.matches(owner.key, apiSecret)
    // Two: the secret and the one before it.
    if (matches && current && current.proven.length < 2) current.proven.push(given)
    return matches
  }
  return {
    find(publicId, fresh) {
      if (fresh) return read(publicId)
      const known = entries.get(publicId)
      if (known && options.clock.monotonicMs() - known.readAtMs < options.lifeMs) return known.owner
      return readOnce(publicId)
    },
    matches(owner, apiSecret) {
      const entry = entries.get(owner.key.publicId)
      const current = entry?.owner.key.version === owner.key.version ? entry : undefined
      const given = Buffer.from(apiSecret)
      if (current?.proven.some((known) => isSame(known, given))) return true
      return prove(owner, { apiSecret, given, current })
    },
  }
}
