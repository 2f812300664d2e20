import { defineScope, inr, type NewAdminToken } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createAccounts } from '../accounts/create-accounts.ts'
import { createAuditLog } from '../audit/create-audit-log.ts'
import { createKeyedHashes } from '../secrets/keyed-hash.ts'
import { createAdminTokens } from './create-admin-tokens.ts'

const older = { id: '2025', value: 'the older pepper' }
const newer = { id: '2026', value: 'the newer pepper' }

const scopes = [
  defineScope('accounts:read', { for: 'branch', summary: 'See accounts' }),
  defineScope('wallets:write', { for: 'operators', summary: 'Credit and adjust wallets' }),
]

eachEngine('admin credentials', (database) => {
  const clock = manualClock()
  const ids = sequentialIds()
  const tokens = (peppers = [older]) =>
    createAdminTokens({ database: database(), clock, ids, hashes: createKeyedHashes(peppers), scopes })
  const accounts = () => createAccounts({ database: database(), decide, clock, ids, sandboxCredit: inr('100') })
  const audit = () => createAuditLog({ database: database(), clock, ids })
  const given = (name: string, more: Partial<NewAdminToken> = {}): NewAdminToken => ({
    ...{ name, accountId: null, scopes: ['*'], expiresAt: null, actor: 'asha' },
    ...more,
  })

  it('are known by a secret that is shown once and kept as a keyed hash', async () => {
    const { token, secret } = await tokens().create(given('console', { scopes: ['accounts:read', 'accounts:read'] }))
    expect(secret).toMatch(/^adm_[0-9A-Za-z]{36}$/)
    expect(token).toMatchObject({ name: 'console', scopes: ['accounts:read'], status: 'active', accountId: null })
    expect(await tokens().identify(secret)).toEqual(token)
    const rows: unknown = await database().knex(database().table('admin_token'))
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
    expect(await tokens().list()).toContainEqual(token)
  })

  it('are not known by a typo, by another secret, nor by an API key', async () => {
    const { secret } = await tokens().create(given('typo'))
    const mistyped = secret.slice(0, 4) + (secret[4] === 'A' ? 'B' : 'A') + secret.slice(5)
    for (const text of [mistyped, secret.slice(0, -1), `${secret}0`, secret.replace('adm_', 'sk_live_'), ''])
      expect(await tokens().identify(text)).toBeNull()
  })

  it('are known when the pepper was rotated, and not once it has left the list', async () => {
    const { secret, token } = await tokens([older]).create(given('rotated-pepper'))
    expect(await tokens([newer]).identify(secret)).toBeNull()
    expect(await tokens([newer, older]).identify(secret)).toEqual(token)
    // Its use has moved it.
    expect(await tokens([newer]).identify(secret)).toEqual(token)
    expect(await tokens([older]).identify(secret)).toBeNull()
  })

  it('end when they are revoked, and tell it once', async () => {
    const { secret, token } = await tokens().create(given('revoked'))
    const revoked = await tokens().revoke(token.id, 'ravi')
    expect(revoked).toMatchObject({ status: 'revoked', revokedAt: clock.now() })
    expect(await tokens().identify(secret)).toBeNull()
    clock.advance(1_000)
    expect(await tokens().revoke(token.id, 'ravi')).toEqual(revoked)
    const { items } = await audit().list({
      ...{ accountIds: null, subject: `admin-token/${token.id}`, cursor: null, limit: 10 },
    })
    expect(items.map(({ action, actor }) => [action, actor])).toEqual([
      ['admin-token.revoke', 'ravi'],
      ['admin-token.create', 'asha'],
    ])
    expect(JSON.stringify(items)).not.toContain(secret.slice(4))
    await expect(tokens().revoke('nothing', 'ravi')).rejects.toMatchObject({ code: 'ADMIN_TOKEN_NOT_FOUND' })
  })

  it('end at their expiry', async () => {
    const expiresAt = new Date(clock.now().getTime() + 60_000)
    const { secret } = await tokens().create(given('short', { expiresAt }))
    clock.advance(59_999)
    expect(await tokens().identify(secret)).not.toBeNull()
    clock.advance(1)
    expect(await tokens().identify(secret)).toBeNull()
  })

  it('of an account open nothing while it is suspended or closed', async () => {
    const { id } = await accounts().create({ name: 'Reseller', role: 'distributor' })
    const { secret } = await tokens().create(given('reseller', { accountId: id }))
    expect(await tokens().identify(secret)).toMatchObject({ accountId: id })
    await accounts().setStatus(id, 'suspended')
    expect(await tokens().identify(secret)).toBeNull()
    await accounts().setStatus(id, 'active')
    expect(await tokens().identify(secret)).not.toBeNull()
    await accounts().setStatus(id, 'closed')
    expect(await tokens().identify(secret)).toBeNull()
  })

  it('are refused without a name, a scope or an account that there is', async () => {
    const { id } = await accounts().create({ name: 'Reseller', role: 'distributor' })
    const refused: readonly Partial<NewAdminToken>[] = [
      { name: '' },
      { name: 'admin:asha' },
      { scopes: [] },
      { scopes: ['everything'] },
      { expiresAt: clock.now() },
      { accountId: id, scopes: ['accounts:read', 'wallets:write'] },
    ]
    await expect(tokens().create(given('refused', { name: '234123412346' }))).rejects.toMatchObject({
      code: 'IDENTITY_NUMBER_NOT_ALLOWED',
    })
    for (const more of refused)
      await expect(tokens().create(given('refused', more))).rejects.toMatchObject({ code: 'ADMIN_TOKEN_INVALID' })
    await expect(tokens().create(given('refused', { accountId: 'nobody' }))).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
    expect((await tokens().list()).some(({ name }) => name === 'refused')).toBe(false)
  })

  it('have a name for good', async () => {
    const { token } = await tokens().create(given('once'))
    await tokens().revoke(token.id, 'asha')
    await expect(tokens().create(given('once'))).rejects.toMatchObject({ code: 'ADMIN_TOKEN_EXISTS' })
  })
})
