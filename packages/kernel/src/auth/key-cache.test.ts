import type { ApiKey, KeyOwner } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { describe, expect, it, vi } from 'vitest'
import { KeyCache } from './key-cache.ts'

const owner = (version = 1): KeyOwner => ({
  key: {
    id: 'k',
    accountId: 'a',
    environment: 'sandbox',
    publicId: 'pk',
    external: null,
    label: '',
    status: 'active',
    version,
    secretVersion: version,
    previousSecretUntil: null,
    endpoints: null,
    ipRanges: null,
    spendCapPerDay: null,
    issuedBy: null,
    expiresAt: null,
    exposedAt: null,
    createdAt: new Date(0),
    revokedAt: null,
  } satisfies ApiKey,
  account: {
    id: 'a',
    name: 'A',
    role: 'developer',
    parentId: null,
    status: 'active',
    kyc: 'approved',
    apis: null,
    withheldApis: [],
    keysFromAbove: null,
    peopleFromAbove: null,
    hasOwner: false,
    version: 0,
    createdAt: new Date(0),
  },
})

function cacheOver(found: () => KeyOwner | null, secret = 'right') {
  const clock = manualClock()
  const findByPublicId = vi.fn(async () => found())
  const secretVersion = vi.fn(
    async (_key: ApiKey, given: string): Promise<number | null> => (given === secret ? 1 : null),
  )
  return {
    clock,
    findByPublicId,
    secretVersion,
    cache: new KeyCache({ findByPublicId, secretVersion }, { clock, lifeMs: 5_000, most: 2 }),
  }
}

describe('the key cache', () => {
  it('asks for the proof of a secret again after a lifetime, while its hash is under an older pepper', async () => {
    let isOlder = true
    const { cache, clock, secretVersion } = cacheOver(() => ({ ...owner(), ...(isOlder ? { provesAgain: true } : {}) }))
    const prove = async () => {
      const known = await cache.find('pk', false)
      return known && (await cache.secretVersion(known, 'right'))
    }
    for (const [asked, afterMs] of [
      [1, 0],
      [1, 4_999],
      [2, 1],
    ] as const) {
      clock.advance(afterMs)
      expect(await prove()).toBe(1)
      expect(secretVersion).toHaveBeenCalledTimes(asked)
    }
    isOlder = false
    clock.advance(5_000)
    await prove()
    clock.advance(5_000)
    await prove()
    expect(secretVersion).toHaveBeenCalledTimes(2)
  })

  it('reads a busy key once per lifetime, also under concurrent requests', async () => {
    const { cache, clock, findByPublicId } = cacheOver(() => owner())
    await Promise.all(Array.from({ length: 10 }, () => cache.find('pk', false)))
    await cache.find('pk', false)
    expect(findByPublicId).toHaveBeenCalledTimes(1)
    clock.advance(5_000)
    await cache.find('pk', false)
    expect(findByPublicId).toHaveBeenCalledTimes(2)
  })

  it('reads again on request, and caches the result', async () => {
    let version = 1
    const { cache, findByPublicId } = cacheOver(() => owner(version))
    await cache.find('pk', false)
    version = 2
    expect((await cache.find('pk', true))?.key.version).toBe(2)
    expect((await cache.find('pk', false))?.key.version).toBe(2)
    expect(findByPublicId).toHaveBeenCalledTimes(2)
  })

  it('verifies a secret once for as long as the key has it, and never accepts a wrong one', async () => {
    let version = 1
    const { cache, clock, secretVersion } = cacheOver(() => owner(version))
    const found = async () => {
      const known = await cache.find('pk', false)
      if (!known) throw new Error('not found')
      return known
    }
    expect(await cache.secretVersion(await found(), 'right')).toBe(1)
    expect(cache.secretVersion(await found(), 'right')).toBe(1)
    expect(await cache.secretVersion(await found(), 'wrong')).toBeNull()
    clock.advance(5_000)
    expect(cache.secretVersion(await found(), 'right')).toBe(1)
    expect(secretVersion).toHaveBeenCalledTimes(2)
    version = 2
    clock.advance(5_000)
    expect(await cache.secretVersion(await found(), 'right')).toBe(1)
    expect(secretVersion).toHaveBeenCalledTimes(3)
  })

  it('accepts a secret of a rotation after the key was read, each time it is sent', async () => {
    const { cache, secretVersion } = cacheOver(() => owner())
    secretVersion.mockResolvedValue(2)
    const known = await cache.find('pk', false)
    for (let n = 0; n < 2; n += 1) expect(known && (await cache.secretVersion(known, 'newer'))).toBe(2)
  })

  it('caches no unknown key, and at most its limit', async () => {
    const unknown = cacheOver(() => null)
    await unknown.cache.find('pk', false)
    await unknown.cache.find('pk', false)
    expect(unknown.findByPublicId).toHaveBeenCalledTimes(2)
    const { cache, findByPublicId } = cacheOver(() => owner())
    for (const id of ['a', 'b', 'c', 'a']) await cache.find(id, false)
    expect(findByPublicId).toHaveBeenCalledTimes(4)
  })
})
