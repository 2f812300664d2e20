import { Accounts } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'

describe.each(['sqlite3', 'pg'] as const)('a portal link on %s', (client) => {
  let place: ConsolePlace
  let one: ConsoleProcess
  let other: ConsoleProcess
  let accountId: string
  beforeAll(async () => {
    place = await consolePlace(client)
    one = await place.open()
    other = client === 'pg' ? await place.open() : one
    accountId = (await one.server.host.get(Accounts).create({ name: 'Acme', role: 'developer', actor: 'test' })).id
  })
  afterAll(() => place.end())
  const linkFor = async (given: object = {}, as: object = { operator: 'embedder' }) => {
    const input = { account_id: accountId, role: 'developer', person_ref: 'u-1', ...given }
    return Object(await one.server.host.run('portal-links.create', input, as as { operator: string }))
  }
  const tokenFor = async (given: object = {}): Promise<string> => tokenIn((await linkFor(given)).url)

  it('signs a person of the embedder in, with the role of the link in its account alone', async () => {
    const { url } = await linkFor({ pages: ['usage'], return_url: 'https://app.example/back' })
    expect(url).toMatch(/^https:\/\/console\.example\/console\/enter#pl_\d{40}$/)
    const browser = one.browser()
    const { status, body } = await browser.post('/enter', { token: tokenIn(url) })
    expect([status, body.needs, body.person.email, body.methods]).toEqual([200, null, null, []])
    expect(body.memberships).toMatchObject([{ account_id: accountId, role: 'developer', production: false }])
    expect(body.portal).toEqual({ pages: ['usage'], return_url: 'https://app.example/back' })
    expect((await browser.admin('GET', '/keys')).status).toBe(200)
    expect((await browser.admin('GET', '/people')).code).toBe('SCOPE_MISSING')
    expect((await browser.post('/sign-up', { account_name: 'Mine' })).code).toBe('ALREADY_SIGNED_UP')
    expect((await browser.admin('POST', '/me/totp')).code).toBe('STEP_UP_REQUIRED')
    const again = one.browser()
    expect((await again.post('/enter', { token: await tokenFor() })).body.person).toEqual(body.person)
  })

  it('is good once, also where two processes try at once, and for five minutes', async () => {
    const token = await tokenFor()
    const browsers = Array.from({ length: 12 }, (_, n) =>
      (n % 2 === 0 ? one : other).browser({ ip: `198.51.100.${n}` }),
    )
    const replies = await Promise.all(browsers.map((browser) => browser.post('/enter', { token })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'PORTAL_LINK_ENDED')).toHaveLength(11)
    const late = await tokenFor()
    place.clock.advance(300_000)
    expect((await one.browser().post('/enter', { token: late })).code).toBe('PORTAL_LINK_ENDED')
  })

  it('replaces the session of somebody else only when asked, and its refusal does not use it', async () => {
    const browser = one.browser({ ip: '192.0.2.9' })
    await browser.signUp('owner@acme.example')
    const mine = browser.cookie
    const token = await tokenFor()
    expect((await browser.post('/enter', { token })).code).toBe('SESSION_THERE')
    expect(browser.cookie).toBe(mine)
    expect((await browser.post('/enter', { token, replace: true })).status).toBe(200)
    expect((await browser.post('/enter', { token: await tokenFor() })).status).toBe(200)
  })

  it('has a session of an hour without use, and eight in all', async () => {
    const idle = one.browser()
    await idle.post('/enter', { token: await tokenFor() })
    place.clock.advance(3_600_000)
    expect((await idle.admin('GET', '/keys')).code).toBe('SESSION_ENDED')
    const busy = one.browser()
    await busy.post('/enter', { token: await tokenFor() })
    for (let n = 0; n < 16; n += 1) {
      expect((await busy.admin('GET', '/keys')).status).toBe(200)
      place.clock.advance(1_800_000)
    }
    expect((await busy.admin('GET', '/keys')).code).toBe('SESSION_ENDED')
  })

  it('has at most the role and the branch of who makes it', async () => {
    const { id: foreign } = await one.server.host
      .get(Accounts)
      .create({ name: 'Other', role: 'developer', actor: 'test' })
    const token = { accountId, actor: 'admin:embedder', scopes: ['people:write', 'keys:read', 'accounts:read'] }
    await expect(linkFor({ role: 'owner' }, token)).rejects.toMatchObject({ code: 'ROLE_TOO_HIGH' })
    await expect(linkFor({ role: 'developer' }, token)).rejects.toMatchObject({
      code: 'ROLE_TOO_HIGH',
      message: expect.stringMatching(/you lack the scopes .*keys:write/),
    })
    await expect(linkFor({ account_id: foreign }, token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await linkFor({}, { ...token, scopes: ['*'] })).toMatchObject({ url: expect.any(String) })
  })

  it.each([
    [{ return_url: 'javascript:alert(1)' }],
    [{ return_url: 'http://app.example' }],
    [{ person_ref: 'ABCPE1234F' }],
    [{ pages: ['<script>'] }],
    [{ pages: ['key'] }],
    [{ pages: [] }],
  ])('refuses %j', async (given) => {
    await expect(linkFor(given)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
