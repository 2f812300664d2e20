import { AuditLog } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'
import { identityProvider } from '../../test/identity-provider.ts'

const PEOPLE = {
  asha: { email: 'Asha@acme.example', email_verified: true, name: 'Asha Rao' },
  ravi: { email: 'ravi@acme.example', email_verified: true },
  eve: { email: 'asha@acme.example', email_verified: false },
  stranger: { email: 'mail@elsewhere.example', email_verified: true },
  nameless: {},
}
const RETURN = 'https://console.example/console/sso'
type Login = keyof typeof PEOPLE

describe('signing in by an identity provider', () => {
  let place: ConsolePlace
  let idp: Awaited<ReturnType<typeof identityProvider>>
  let one: ConsoleProcess
  const acme = () => {
    const { issuer, clientId, clientSecret } = idp
    const of = { name: 'Acme', issuer, clientId, clientSecret, domains: ['acme.example'] }
    return { acme: { ...of, secondFactor: 'own' as const }, strict: { ...of, secondFactor: 'provider' as const } }
  }
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    idp = await identityProvider(PEOPLE, [RETURN])
    one = await place.open({ sso: acme() })
  })
  afterAll(async () => {
    await place.end()
    await idp.close()
  })

  async function asked(process: ConsoleProcess, login: Login, provider = 'acme') {
    const browser = process.browser()
    const { status, body } = await browser.post('/sign-in/sso', { provider })
    expect(status).toBe(200)
    const back = await idp.signIn(body.url, login)
    return { browser, back, answer: { provider, sign_in: body.sign_in, query: back.search } }
  }
  async function entered(process: ConsoleProcess, login: Login, provider = 'acme') {
    const { browser, answer } = await asked(process, login, provider)
    return { browser, reply: await browser.post('/sign-in/sso/finish', answer) }
  }

  it('offers the providers of the configuration, and tells no secret of them', async () => {
    const { body } = await one.browser().ask('GET', '/console/session')
    expect(body.sso).toEqual([
      { id: 'acme', name: 'Acme' },
      { id: 'strict', name: 'Acme' },
    ])
  })

  it('is not limited for people of one network who succeed, and stops failures after sixty', async () => {
    for (let n = 0; n < 5; n += 1) expect((await entered(one, 'ravi')).reply.status).toBe(200)
    const browser = one.browser()
    const fail = () => browser.post('/sign-in/sso/finish', { provider: 'acme', sign_in: '0', query: '?code=0' })
    for (let n = 0; n < 60; n += 1) expect((await fail()).code).toBe('SSO_REFUSED')
    expect((await fail()).status).toBe(429)
    place.clock.advance(600_000)
  })

  it('somebody new opens an account under a verified address of an allowed domain, and is the same person the next time', async () => {
    const { browser, reply } = await entered(one, 'asha')
    expect([reply.status, reply.body.needs]).toEqual([200, 'account'])
    expect(reply.body.person).toMatchObject({ email: 'asha@acme.example', name: 'Asha Rao' })
    expect((await browser.post('/sign-up', { account_name: 'Acme Lending' })).status).toBe(201)
    const again = await entered(one, 'asha')
    expect(again.reply.body.person).toEqual(reply.body.person)
    expect(again.reply.body.memberships).toMatchObject([{ role: 'owner' }])
    const query = { accountIds: null, action: 'person.sign-in', cursor: null, limit: 1 }
    const [entry] = (await one.server.host.get(AuditLog).list(query)).items
    expect(entry?.after).toMatchObject({ method: 'sso:acme' })
  })

  it.each([
    ['an address that the provider has not verified', 'eve', 401, 'SSO_REFUSED'],
    ['no address', 'nameless', 401, 'SSO_REFUSED'],
    ['an address of another domain', 'stranger', 403, 'SSO_ADDRESS_REFUSED'],
  ] as const)('refuses %s', async (_, login, status, code) => {
    const { browser, reply } = await entered(one, login)
    expect([reply.status, reply.code, browser.cookie]).toEqual([status, code, null])
  })

  it('an answer is worth nothing to a browser that did not ask, with another state, at another provider, or twice', async () => {
    const { back, answer } = await asked(one, 'asha')
    const eve = one.browser()
    const hers = await eve.post('/sign-in/sso', { provider: 'acme' })
    const state = (query: URLSearchParams) => `?${query}`
    const forged = new URLSearchParams(back.search)
    forged.set('state', new URL(hers.body.url).searchParams.get('state') ?? '')
    for (const tried of [
      { ...answer, sign_in: hers.body.sign_in },
      { ...answer, sign_in: hers.body.sign_in, query: state(forged) },
      { ...answer, provider: 'strict' },
      { ...answer, query: state(forged) },
      { ...answer, query: '?error=access_denied' },
    ]) {
      const refused = await eve.post('/sign-in/sso/finish', tried)
      expect([refused.status, refused.code, eve.cookie]).toEqual([401, 'SSO_REFUSED', null])
    }
    const own = await asked(one, 'asha')
    const replies = [await own.browser.post('/sign-in/sso/finish', own.answer)]
    replies.push(await eve.post('/sign-in/sso/finish', own.answer))
    expect(replies.map(({ status }) => status)).toEqual([200, 401])
    expect(eve.cookie).toBeNull()
  })

  it('is refused from a page of another site, and at a host that nobody has registered', async () => {
    const { answer } = await asked(one, 'asha')
    const forged = { 'sec-fetch-site': 'cross-site', 'x-console-page': '1' }
    const cross = await one.browser().send('POST', '/console/sign-in/sso/finish', { body: answer, headers: forged })
    expect(cross.code).toBe('REQUEST_FORGED')
    const elsewhere = await one.browser({ host: 'eve.example' }).post('/sign-in/sso', { provider: 'acme' })
    expect([elsewhere.status, elsewhere.code]).toEqual([401, 'SSO_REFUSED'])
  })

  it('an operator proves a second factor, unless the provider asks for it', async () => {
    await invited(one, { email: 'ravi@acme.example', role: 'support', accountId: null })
    expect((await entered(one, 'ravi')).reply.body.needs).toBe('enrol_second_factor')
    const strict = await entered(one, 'ravi', 'strict')
    expect(strict.reply.body.needs).toBeNull()
    expect((await strict.browser.admin('GET', '/accounts')).status).toBe(200)
  })

  it('opens nothing for strangers where nobody may sign up', async () => {
    const ofInvited = await consolePlace('sqlite3')
    const closed = await ofInvited.open({ signUp: 'invite', sso: acme() })
    const { browser, reply } = await entered(closed, 'asha')
    expect([reply.status, reply.code, browser.cookie]).toEqual([403, 'SIGN_UP_CLOSED', null])
    await ofInvited.end()
  })

  it('a provider that cannot be reached says so, and is asked again the next time', async () => {
    const away = await consolePlace('sqlite3')
    const gone = await identityProvider(PEOPLE, [RETURN])
    await gone.close()
    const process = await away.open({ sso: { acme: { ...acme().acme, issuer: gone.issuer } } })
    const ask = (provider: string) => process.browser().post('/sign-in/sso', { provider })
    const { status, code } = await ask('acme')
    expect([status, code]).toEqual([502, 'SSO_UNREACHABLE'])
    const back = await identityProvider(PEOPLE, [RETURN], Number(new URL(gone.issuer).port))
    expect((await ask('acme')).status).toBe(200)
    expect((await ask('other')).code).toBe('SSO_NOT_FOUND')
    await away.end()
    await back.close()
  })
})
