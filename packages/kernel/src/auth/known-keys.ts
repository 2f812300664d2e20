import { Clock, Keys, KnownKeys, type Service, service } from '@parakh/core'
import { KeyCache } from './key-cache.ts'

/** Short, so that a resumed account can call again soon. Admit reads the current key in any case. */
const LIFE_MS = 5_000
const MOST = 10_000

/** The cached keys of a server. */
export const knownKeys: Service = service(
  KnownKeys,
  { keys: Keys, clock: Clock },
  ({ keys, clock }) => new KeyCache(keys, { clock, lifeMs: LIFE_MS, most: MOST }),
)
