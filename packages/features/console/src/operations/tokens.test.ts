import { AuditLog } from '@parakh/core'
import funding from '@parakh/funding'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'
import { ACCOUNT_ROLES } from '../people/roles.ts'

let made = 0
const somebody = (): string => {
  made += 1
  return `p${made}@acme.example`
}

describe.each(['sqlite3', 'pg'] as const)('a credential that a person makes, on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open({ plugins: [funding({ twoOperatorsAbove: '1000.00' })] })
  })
  afterAll(() => place.end())

  const owner = async () => {
    const email = somebody()
    const browser = process.browser({ ip: `198.51.100.${made}` })
    const { account_id } = (await browser.signUp(email)).body
    return {
      browser,
      accountId: String(account_id),
      personId: String((await browser.admin('GET', '/me')).body.person_id),
    }
  }
  const operator = async (role: string) => {
    const browser = await invited(process, { email: somebody(), role, accountId: null })
    const secret = Secret.fromBase32((await browser.admin('POST', '/me/totp')).body.secret)
    const code = new TOTP({ secret }).generate({ timestamp: place.clock.now().getTime() })
    await browser.admin('POST', '/me/totp/confirm', { code })
    return browser
  }
  const create = (browser: Browser, more: object = {}) =>
    browser.admin('POST', '/tokens', { name: 'ci', scopes: ['keys:read'], ...more })
  /** A request with a credential, as a program sends it. */
  const by = (token: string) => async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    await process.browser().send(method, `/admin/v1${path}`, {
      ...(body ? { body } : {}),
      headers: { authorization: `Bearer ${token}` },
    })

  it('is shown once, does what its scopes say in its account alone, and is revoked', async () => {
    const { browser, accountId, personId } = await owner()
    const { status, body } = await create(browser)
    expect([status, body]).toMatchObject([201, { name: 'ci', person_id: personId, scopes: ['keys:read'] }])
    const ask = by(body.token)
    expect((await ask('GET', '/keys')).body.items).toMatchObject([{ account_id: accountId }])
    expect((await ask('POST', '/keys', { account_id: accountId, environment: 'sandbox' })).code).toBe('SCOPE_MISSING')
    const { items } = (await browser.admin('GET', '/tokens')).body
    expect(items).toMatchObject([{ token_id: body.token_id, name: 'ci', status: 'active' }])
    expect(JSON.stringify(items)).not.toContain(body.token)
    const { body: revoked } = await browser.admin('POST', `/tokens/${body.token_id}/revoke`)
    expect(revoked).toMatchObject({ status: 'revoked' })
    expect((await ask('GET', '/keys')).code).toBe('INVALID_CREDENTIAL')
  })

  it('is seen and revoked by operators of the role admin where the machine or one of them made it', async () => {
    const admin = await operator('admin')
    const { browser, accountId } = await owner()
    const ofPerson = (await create(browser, { name: 'own' })).body
    const run = (name: string, account_id: string | null) =>
      process.server.host.run('admin.tokens.create', { name, account_id, scopes: ['keys:read'] }, { operator: 'test' })
    const [first, second] = [Object(await run('machine', null)), Object(await run('machine-acme', accountId))]
    const made = (await create(admin, { name: 'desk' })).body
    const { items } = (await admin.admin('GET', '/tokens?limit=200')).body
    const byId = new Map(items.map((one: { token_id: string }) => [one.token_id, one]))
    expect(byId.get(first.token_id)).toMatchObject({ name: 'machine', person_id: null, account_id: null })
    expect(byId.get(second.token_id)).toMatchObject({ name: 'machine-acme', person_id: null, account_id: accountId })
    expect(byId.get(made.token_id)).toMatchObject({ name: 'desk', person_id: expect.any(String), account_id: null })
    expect(byId.has(ofPerson.token_id)).toBe(false)
    expect((await admin.admin('POST', `/tokens/${ofPerson.token_id}/revoke`)).status).toBe(404)
    expect((await admin.admin('POST', `/tokens/${second.token_id}/revoke`)).body).toMatchObject({ status: 'revoked' })
    expect((await (await operator('support')).admin('GET', '/tokens')).code).toBe('SCOPE_MISSING')
  })

  it('acts in the name of its person, which the audit log has', async () => {
    const { browser, accountId, personId } = await owner()
    const { token } = (await create(browser, { name: 'deploy', scopes: ['keys:write'] })).body
    expect((await by(token)('POST', '/keys', { account_id: accountId, environment: 'sandbox' })).status).toBe(201)
    const query = { accountIds: [accountId], action: 'key.create', cursor: null, limit: 1 }
    const [entry] = (await process.server.host.get(AuditLog).list(query)).items
    expect(entry?.actor).toBe(`person:${personId}/deploy@${accountId.toLowerCase()}`)
  })

  it('may be of one name in two accounts, which see nothing of each other', async () => {
    const [asha, eve] = [await owner(), await owner()]
    const { token_id } = (await create(asha.browser)).body
    expect((await create(eve.browser)).status).toBe(201)
    expect((await create(asha.browser)).code).toBe('ADMIN_TOKEN_EXISTS')
    expect((await eve.browser.admin('GET', '/tokens')).body.items).toHaveLength(1)
    const foreign = await eve.browser.admin('POST', `/tokens/${token_id}/revoke`)
    const unknown = await eve.browser.admin('POST', '/tokens/01M84XQQ5AWTJ861P5G1NQ3WVZ/revoke')
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
  })

  it('may have the scopes that are listed, each of which its maker has and a program can use', async () => {
    const { browser } = await owner()
    const { scopes } = (await browser.admin('GET', '/tokens/scopes')).body
    const ids: string[] = scopes.map(({ scope }: { scope: string }) => scope)
    expect(ids).toEqual(expect.arrayContaining(['keys:read', 'keys:write', 'people:write']))
    for (const not of ['self:write', 'tokens:write', 'kyc:approve', 'wallets:write']) expect(ids).not.toContain(not)
    expect((await create(browser, { scopes: ids })).status).toBe(201)
  })

  it.each([[['*', 'nothing']], [['nothing']], [['wallets:write']], [['kyc:approve']]])(
    'has no scope that its maker has not: %j',
    async (scopes) => {
      expect((await create((await owner()).browser, { scopes })).code).toBe('SCOPE_TOO_WIDE')
    },
  )

  it('is made by owners and by operators who may everything, with a fresh proof, and by no credential', async () => {
    const { browser, accountId } = await owner()
    for (const role of ACCOUNT_ROLES.filter((one) => one !== 'owner')) {
      const member = await invited(process, { email: somebody(), role, accountId })
      expect([role, (await create(member)).code]).toEqual([role, 'SCOPE_MISSING'])
      expect((await member.admin('GET', '/tokens')).code).toBe('SCOPE_MISSING')
    }
    expect((await create(await operator('support'))).code).toBe('SCOPE_MISSING')
    const { token } = (await create(browser, { name: 'all', scopes: ['*'] })).body
    const ask = by(token)
    expect((await ask('POST', '/tokens', { name: 'more', scopes: ['*'] })).code).toBe('FORBIDDEN')
    expect((await ask('GET', '/tokens')).code).toBe('FORBIDDEN')
    place.clock.advance(600_000)
    expect((await create(browser, { name: 'later' })).code).toBe('STEP_UP_REQUIRED')
  })

  it('ends with the role of its person, at the next request', async () => {
    for (const end of ['removed', 'changed']) {
      const first = await owner()
      const second = await invited(process, { email: somebody(), role: 'owner', accountId: first.accountId })
      const { token } = (await create(second, { scopes: ['*'] })).body
      const kept = (await create(first.browser, { name: 'kept' })).body.token
      expect((await by(token)('GET', '/keys')).status).toBe(200)
      const members = (await first.browser.admin('GET', '/people')).body.items
      const { membership_id } = members.find((one: { person_id: string }) => one.person_id !== first.personId)
      const path = `/people/${membership_id}`
      const changed =
        end === 'removed'
          ? await first.browser.admin('DELETE', path)
          : await first.browser.admin('PATCH', path, { role: 'viewer' })
      expect(changed.status).toBe(200)
      expect((await by(token)('GET', '/keys')).code).toBe('INVALID_CREDENTIAL')
      expect((await by(kept)('GET', '/keys')).status).toBe(200)
    }
  })

  it('does not make a second operator of its person', async () => {
    const [asha, bina] = [await operator('admin'), await operator('admin')]
    const { accountId } = await owner()
    const { token } = (await create(asha, { name: `ops-${client}`, scopes: ['*'] })).body
    const asked = await asha.admin('POST', `/accounts/${accountId}/wallets/production/credits`, {
      ...{ amount: '5000.00', reference: 'utr-1' },
    })
    const approve = `/funding/${asked.body.waiting_funding_id}/approve`
    expect((await by(token)('POST', approve)).code).toBe('FUNDING_SAME_OPERATOR')
    const { token: hers } = (await create(bina, { name: `ops2-${client}`, scopes: ['*'] })).body
    expect((await by(hers)('POST', approve)).body).toMatchObject({ state: 'credited' })
  })
})
