import { createHash, timingSafeEqual } from 'node:crypto'
import {
  type Account,
  type ApiKey,
  checkFreeText,
  checkSpendCap,
  checkSubject,
  type Environment,
  type ExternalIdentity,
  type IssuedKey,
  isSecretAlive,
  issuerAbove,
  issuerOf,
  type KeyOwner,
  type Keys,
  type NewKey,
  requireOpen,
  widensKey,
} from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'
import { accountOf, branchOf, type MemoryParts } from './account-tree.ts'
import { type MemoryKeyAudit, noteKey } from './audit-log.ts'
import { isKeyText, newKeyText } from './key-text.ts'
import type { MemoryKey } from './memory-tables.ts'

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

function requireEntitled(account: Account, environment: Environment): void {
  requireOpen(account)
  if (environment === 'production' && account.kyc !== 'approved')
    throw testkitErrors.error('KYC_REQUIRED', { id: account.id })
}

/** What becomes of a key, and by whom. */
interface MemoryKeyChange {
  readonly actor?: string | undefined
  readonly action: string
  readonly to: Partial<ApiKey>
  readonly secrets?: readonly string[]
}

/** Keys in memory. */
export function memoryKeys(parts: MemoryParts): Keys {
  const { tables, clock, ids } = parts
  const requests = new Map<string, string>()
  const audit = (done: MemoryKeyAudit): void => noteKey(parts, done)
  const kept = (id: string): MemoryKey => {
    const found = tables.keys.get(id)
    if (!found) throw testkitErrors.error('KEY_NOT_FOUND', { id })
    return found
  }
  const change = (id: string, { actor, action, secrets, ...patch }: MemoryKeyChange): ApiKey => {
    const before = kept(id)
    const key = { ...before.key, ...patch.to, version: before.key.version + 1 }
    tables.keys.set(id, { key, secrets: secrets ?? before.secrets })
    audit({ actor, action, before: before.key, after: key })
    return key
  }
  const requireActive = ({ id, status }: ApiKey): void => {
    if (status === 'revoked') throw testkitErrors.error('KEY_REVOKED', { id })
  }
  const requireSecret = ({ id, external }: ApiKey): void => {
    if (external) throw testkitErrors.error('KEY_EXTERNAL', { id })
  }
  const externalKey = ({ accountId, environment, scheme, subject }: Omit<ExternalIdentity, 'version'>) =>
    [...tables.keys.values()].find(
      ({ key }) =>
        key.accountId === accountId &&
        key.environment === environment &&
        key.external?.scheme === scheme &&
        key.external.subject === subject,
    )
  const ownerOf = (found: MemoryKey | undefined): KeyOwner | null =>
    found ? { key: found.key, account: accountOf(tables, found.key.accountId) } : null
  const create = (given: NewKey, action = 'key.create'): IssuedKey => {
    const { accountId, environment, label = '', endpoints = null, ipRanges = null, expiresAt = null } = given
    checkSpendCap(given.spendCapPerDay)
    checkFreeText('label', given.label)
    const account = accountOf(tables, accountId)
    requireEntitled(account, environment)
    const issuedBy = issuerAbove(account, given.actingFor ?? null)
    const request = given.once === undefined ? null : JSON.stringify([given.actor, given.once])
    const issued = request === null ? undefined : requests.get(request)
    if (issued !== undefined) throw testkitErrors.error('KEY_ALREADY_ISSUED', { id: issued })
    const apiSecret = newKeyText('sk', environment)
    const key: ApiKey = {
      ...{ id: ids.next(), accountId, environment, publicId: newKeyText('pk', environment), external: null, label },
      ...{
        status: 'active',
        version: 1,
        secretVersion: 1,
        previousSecretUntil: null,
        endpoints,
        ipRanges,
        expiresAt,
        exposedAt: null,
      },
      ...{ spendCapPerDay: given.spendCapPerDay ?? null, issuedBy },
      ...{ createdAt: clock.now(), revokedAt: null },
    }
    tables.keys.set(key.id, { key, secrets: [hashOf(apiSecret)] })
    if (request !== null) requests.set(request, key.id)
    audit({ actor: given.actor, action, before: null, after: key })
    return { key, apiSecret }
  }
  const addExternal = ({ accountId, environment, scheme, subject, version }: ExternalIdentity): ApiKey => {
    requireEntitled(accountOf(tables, accountId), environment)
    const id = ids.next()
    const key: ApiKey = {
      ...{ id, accountId, environment, publicId: `ext_${id}`, external: { scheme, subject, version } },
      ...{ label: `${scheme}: ${subject}`, status: 'active', version: 1, secretVersion: 0, previousSecretUntil: null },
      ...{ endpoints: null, ipRanges: null, spendCapPerDay: null, expiresAt: null, exposedAt: null },
      ...{ issuedBy: null, createdAt: clock.now(), revokedAt: null },
    }
    tables.keys.set(id, { key, secrets: [] })
    audit({ actor: 'system:auth', action: 'key.create', before: null, after: key })
    return key
  }

  return {
    create: async (given) => create(given),
    async lastUsed(ids) {
      const newest = ids.map((id) => {
        const seconds = Object.values(tables.windows.get(id)?.scopes ?? {}).flat()
        return [id, Math.max(0, ...seconds.map(([second]) => second))] as const
      })
      return new Map(newest.filter(([, second]) => second > 0).map(([id, second]) => [id, new Date(second * 1000)]))
    },
    list: async (accountId) =>
      [...tables.keys.values()]
        .map(({ key }) => key)
        .filter((key) => accountId === undefined || key.accountId === accountId),
    async page({ within, accountId, environment, status, validAt, expiresBy, exposed, ...more }) {
      const { issuedFromAboveSince: since, cursor, limit } = more
      const branch = within === null ? null : branchOf(tables, within)
      const asked = [...tables.keys.values()]
        .map(({ key }) => key)
        .filter((key) => branch?.includes(key.accountId) ?? true)
        .filter((key) => (accountId ?? key.accountId) === key.accountId && (status ?? key.status) === key.status)
        .filter((key) => (environment ?? key.environment) === key.environment && key.id > (cursor ?? ''))
        .filter(({ expiresAt }) => validAt === undefined || expiresAt === null || expiresAt > validAt)
        .filter(({ expiresAt }) => expiresBy === undefined || (expiresAt !== null && expiresAt <= expiresBy))
        .filter(({ exposedAt }) => !exposed || exposedAt !== null)
        .filter(({ issuedBy, createdAt }) => since === undefined || (issuedBy !== null && createdAt >= since))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
      const items = asked.slice(0, limit)
      return { items, next: asked.length > limit ? (items.at(-1)?.id ?? null) : null }
    },
    get: async (id) => ownerOf(tables.keys.get(id)),
    findByPublicId: async (publicId) =>
      isKeyText(publicId) ? ownerOf([...tables.keys.values()].find(({ key }) => key.publicId === publicId)) : null,
    secretVersion: async ({ id }, apiSecret) => {
      const found = tables.keys.get(id)
      const place = found?.secrets.findIndex((secret) => equal(secret, hashOf(apiSecret))) ?? -1
      if (!found || place < 0) return null
      const version = found.key.secretVersion - place
      return isSecretAlive(found.key, version, clock.now()) ? version : null
    },
    findExternal: async (identity) => ownerOf(externalKey(identity)),
    provideExternal: async (identity) => {
      checkSubject(identity)
      const found = externalKey(identity)
      const owner = ownerOf(found ?? { key: addExternal(identity), secrets: [] })
      if (!owner) throw new TypeError('an owner was made')
      const { key, account } = owner
      const { scheme, subject, version } = identity
      const isBehind = key.status === 'active' && (key.external?.version ?? version) < version
      const to = { external: { scheme, subject, version } }
      return { account, key: isBehind ? change(key.id, { actor: 'system:auth', action: 'key.raise', to }) : key }
    },
    rotate: async (id, overlapSeconds, by) => {
      const { actor, actingFor } = issuerOf(by)
      const { key, secrets } = kept(id)
      requireActive(key)
      requireSecret(key)
      const issuedBy = issuerAbove(accountOf(tables, key.accountId), actingFor)
      const apiSecret = newKeyText('sk', key.environment)
      const previousSecretUntil = new Date(overlapSeconds === 0 ? 0 : clock.now().getTime() + overlapSeconds * 1000)
      const to = { secretVersion: key.secretVersion + 1, previousSecretUntil, exposedAt: null, issuedBy }
      const both = [hashOf(apiSecret), ...secrets.slice(0, 1)]
      return { key: change(id, { actor, action: 'key.rotate', to, secrets: both }), apiSecret }
    },
    revoke: async (id, actor) => {
      const { key } = kept(id)
      if (key.status === 'revoked') return key
      return change(id, { actor, action: 'key.revoke', to: { status: 'revoked', revokedAt: clock.now() } })
    },
    restrict: async (id, to, by) => {
      const { actor, actingFor } = issuerOf(by)
      checkSpendCap(to.spendCapPerDay)
      checkFreeText('label', to.label)
      const { key } = kept(id)
      requireActive(key)
      if (widensKey(key, to)) issuerAbove(accountOf(tables, key.accountId), actingFor)
      return change(id, { actor, action: 'key.restrict', to })
    },
    promote: async (id, by) => {
      const { actor, actingFor } = issuerOf(by)
      requireActive(kept(id).key)
      requireSecret(kept(id).key)
      const { accountId, label, endpoints, ipRanges, spendCapPerDay, expiresAt } = kept(id).key
      const given = { accountId, label, endpoints, ipRanges, spendCapPerDay, expiresAt, actor, actingFor }
      return create({ ...given, environment: 'production' }, 'key.promote')
    },
    flagExposed: async (text) => {
      const hash = hashOf(text)
      const found = [...tables.keys.values()].filter(
        ({ key, secrets }) => key.publicId === text || secrets.includes(hash),
      )
      for (const { key } of found)
        if (!key.exposedAt)
          change(key.id, { actor: 'system:call', action: 'key.expose', to: { exposedAt: clock.now() } })
      return found.map(({ key }) => key.id)
    },
  }
}
