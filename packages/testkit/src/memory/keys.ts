import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiKey, IssuedKey, KeyOwner, Keys, NewKey } from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'
import { accountOf, type MemoryParts } from './accounts.ts'
import { isKeyText, newKeyText } from './key-text.ts'
import type { MemoryKey, MemorySecret } from './memory-tables.ts'

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Keys in memory. */
export function memoryKeys({ tables, clock, ids }: MemoryParts): Keys {
  const kept = (id: string): MemoryKey => {
    const found = tables.keys.get(id)
    if (!found) throw testkitErrors.error('KEY_NOT_FOUND', { id })
    return found
  }
  const change = (id: string, patch: Partial<ApiKey>, secrets?: readonly MemorySecret[]): ApiKey => {
    const before = kept(id)
    const key = { ...before.key, ...patch, version: before.key.version + 1 }
    tables.keys.set(id, { key, secrets: secrets ?? before.secrets })
    return key
  }
  const ownerOf = (found: MemoryKey | undefined): KeyOwner | null =>
    found ? { key: found.key, account: accountOf(tables, found.key.accountId) } : null
  const live = (secret: MemorySecret): boolean => secret.until === null || secret.until > clock.now().getTime()

  const create = (given: NewKey): IssuedKey => {
    const { accountId, environment, label = '', endpoints = null, ipRanges = null, expiresAt = null } = given
    const account = accountOf(tables, accountId)
    if (environment === 'production' && account.kyc !== 'approved')
      throw testkitErrors.error('KYC_REQUIRED', { id: accountId })
    const apiSecret = newKeyText('sk', environment)
    const key: ApiKey = {
      ...{ id: ids.next(), accountId, environment, publicId: newKeyText('pk', environment), label },
      ...{ status: 'active', version: 1, endpoints, ipRanges, expiresAt, exposedAt: null },
      ...{ createdAt: clock.now(), revokedAt: null },
    }
    tables.keys.set(key.id, { key, secrets: [{ hash: hashOf(apiSecret), until: null }] })
    return { key, apiSecret }
  }

  return {
    create: async (given) => create(given),
    list: async (accountId) =>
      [...tables.keys.values()]
        .map(({ key }) => key)
        .filter((key) => accountId === undefined || key.accountId === accountId),
    get: async (id) => ownerOf(tables.keys.get(id)),
    findByPublicId: async (publicId) =>
      isKeyText(publicId) ? ownerOf([...tables.keys.values()].find(({ key }) => key.publicId === publicId)) : null,
    matches: async ({ id }, apiSecret) => {
      const hash = hashOf(apiSecret)
      return (tables.keys.get(id)?.secrets ?? []).filter(live).some((secret) => equal(secret.hash, hash))
    },
    rotate: async (id, overlapSeconds) => {
      const { key, secrets } = kept(id)
      if (key.status === 'revoked') throw testkitErrors.error('KEY_REVOKED', { id })
      const apiSecret = newKeyText('sk', key.environment)
      const until = clock.now().getTime() + overlapSeconds * 1000
      const old = secrets.slice(0, 1).map(({ hash }) => ({ hash, until }))
      return { key: change(id, {}, [{ hash: hashOf(apiSecret), until: null }, ...old]), apiSecret }
    },
    revoke: async (id) => change(id, { status: 'revoked', revokedAt: kept(id).key.revokedAt ?? clock.now() }),
    promote: async (id) => {
      const { accountId, label } = kept(id).key
      return create({ accountId, environment: 'production', label })
    },
    flagExposed: async (text) => {
      const hash = hashOf(text)
      for (const { key, secrets } of [...tables.keys.values()])
        if (key.publicId === text || secrets.some((secret) => secret.hash === hash))
          change(key.id, { exposedAt: clock.now() })
    },
  }
}
