import type { Brands } from '@parakh/core'
import { notInMemory } from './not-in-memory.ts'

/** No account has a brand in memory, and none can be set there: every host shows that of the server. */
export function memoryBrands(): Brands {
  const { set, clear } = notInMemory<Brands>('brands')
  return { set, clear, get: async () => null, all: async () => [] }
}
