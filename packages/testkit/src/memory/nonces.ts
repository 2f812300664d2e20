import { checkNonce, type Nonces } from '@parakh/core'
import type { MemoryParts } from './account-tree.ts'

/** Claims of nonces in memory. */
export const memoryNonces = ({ tables: { nonces } }: Pick<MemoryParts, 'tables'>): Nonces => ({
  async claim(claim) {
    checkNonce(claim)
    const { scheme, nonce, at, seconds } = claim
    const name = JSON.stringify([scheme, nonce])
    if ((nonces.get(name) ?? 0) > at) return false
    nonces.set(name, at + seconds * 1000)
    return true
  },
  async purge(at) {
    const ended = [...nonces].filter(([, until]) => until <= at)
    for (const [name] of ended) nonces.delete(name)
    return ended.length
  },
})
