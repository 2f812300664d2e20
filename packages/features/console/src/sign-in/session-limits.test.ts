import { Accounts } from '@parakh/core'
import resale from '@parakh/resale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../../test/authenticator.ts'
import { type Browser, codeIn, tokenIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'
import { identityProvider } from '../../test/identity-provider.ts'

const BRAND = 'verify.reseller.example'
const OWN = 'console.example'
/** The limits of codes begin anew after this time. */
const LIMITS_MS = 700_000
const ASHA = 'asha@acme.example'

describe('a session that began at the host of a brand', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let idp: Awaited<ReturnType<typeof identityProvider>>
  /** Asha is an operator, an owner below the brand, and an owner elsewhere. */
  let ids: { reseller: string; below: string; elsewhere: string }
  let made = 0
  const browserAt = (host: string) => {
    made += 1
    return process.browser({ host, ip: `198.51.100.${made}` })
  }
  const run = async (id: string, input: object) =>
    Object(await process.server.host.run(id, input, { operator: 'test' }))
  const join = async (email: string, account_id: string | null, role: string) => {
    const { link } = await run('people.invite', { email, role, account_id, show_link: true })
    await browserAt(OWN).post('/invitation/accept', { token: tokenIn(link) })
  }
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    idp = await identityProvider({ asha: { email: ASHA, email_verified: true } }, [`https://${BRAND}/console/sso`])
    const { issuer, clientId, clientSecret } = idp
    const acme = { name: 'Acme', issuer, clientId, clientSecret, domains: ['*'], secondFactor: 'own' as const }
    process = await place.open({ plugins: [resale()], sso: { acme } })
    const accounts = process.server.host.get(Accounts)
    const { id: reseller } = await accounts.create({ name: 'Reseller', role: 'distributor' })
    const { id: below } = await accounts.create({ name: 'Below', role: 'customer', parentId: reseller })
    const { id: elsewhere } = await accounts.create({ name: 'Elsewhere', role: 'developer' })
    ids = { reseller, below, elsewhere }
    await run('brands.set', { account_id: reseller, host: BRAND, name: 'Reseller Verify' })
    await join(ASHA, below, 'owner')
    await join(ASHA, elsewhere, 'owner')
    await join(ASHA, null, 'admin')
  })
  afterAll(async () => {
    await place.end()
    await idp.close()
  })
  const accountsOf = (body: { memberships: { account_id: string }[] }) =>
    body.memberships.map(({ account_id }) => account_id)
  const sessionOf = async (browser: Browser) => (await browser.ask('GET', '/console/session')).body.session
  /** Each reply of a browser, and of one at the server's own host that has its cookie. */
  async function* stolen(browser: Browser) {
    yield browser
    yield Object.assign(browserAt(OWN), { cookie: browser.cookie })
  }

  it('has the roles below the brand alone if it began by a code, also where its token is used elsewhere', async () => {
    const browser = browserAt(BRAND)
    const { body } = await browser.signIn(ASHA)
    expect(accountsOf(body)).toEqual([ids.below])
    for await (const one of stolen(browser)) {
      expect(accountsOf(await sessionOf(one))).toEqual([ids.below])
      expect((await one.admin('GET', '/accounts')).body.items).toMatchObject([{ account_id: ids.below }])
      for (const account of [ids.elsewhere, 'operator', ids.reseller]) {
        one.account = account
        expect((await one.admin('GET', '/keys')).code).toBe('NOT_A_MEMBER')
        one.account = null
      }
    }
  })

  it.each(['VERIFY.reseller.example', `${BRAND}:8443`, `${BRAND}.`])(
    'is limited if the host is written %s',
    async (host) => {
      const browser = browserAt(host)
      expect(accountsOf((await browser.signIn(ASHA)).body)).toEqual([ids.below])
    },
  )

  it('has the roles below the brand alone if it began by single sign-on', async () => {
    const browser = browserAt(BRAND)
    const { body } = await browser.post('/sign-in/sso', { provider: 'acme' })
    const { search } = await idp.signIn(body.url, 'asha')
    const answer = { provider: 'acme', sign_in: body.sign_in, query: search }
    expect((await browserAt(OWN).post('/sign-in/sso/finish', answer)).code).toBe('SSO_REFUSED')
    const again = await browser.post('/sign-in/sso', { provider: 'acme' })
    const { search: query } = await idp.signIn(again.body.url, 'asha')
    const entered = await browser.post('/sign-in/sso/finish', { ...answer, sign_in: again.body.sign_in, query })
    expect([entered.status, accountsOf(entered.body)]).toEqual([200, [ids.below]])
  })

  it('has the roles below the brand alone if it began by a passkey or a sign-up', async () => {
    const email = 'ravi@acme.example'
    const browser = browserAt(BRAND)
    const signedUp = await browser.signUp(email, 'Ravi Loans')
    expect(signedUp.status).toBe(201)
    const own = String(signedUp.body.account_id)
    expect((await process.server.host.get(Accounts).get(own))?.parentId).toBe(ids.reseller)
    // With roles inside alone a person changes its factors here.
    const authenticator = new Authenticator()
    const page = { origin: `https://${BRAND}`, rpId: BRAND }
    const { options } = (await browser.post('/passkeys/options')).body
    const response = authenticator.create({ ...page, challenge: options.challenge })
    expect((await browser.post('/passkeys', { name: 'Phone', response })).status).toBe(201)
    await join(email, ids.elsewhere, 'viewer')
    expect(accountsOf(await sessionOf(browser))).toEqual([own])
    const later = browserAt(BRAND)
    const challenge = (await later.post('/sign-in/passkey/options')).body.options.challenge
    const entered = await later.post('/sign-in/passkey', { response: authenticator.get({ ...page, challenge }) })
    expect([entered.status, accountsOf(entered.body)]).toEqual([200, [own]])
  })

  it('reaches only the account of a portal link that is below the brand', async () => {
    const enter = async (host: string, account_id: string, person_ref: string) => {
      const { url } = await run('portal-links.create', { account_id, role: 'owner', person_ref })
      return accountsOf((await browserAt(host).post('/enter', { token: tokenIn(url) })).body)
    }
    expect(await enter(BRAND, ids.below, 'u-1')).toEqual([ids.below])
    expect(await enter(BRAND, ids.elsewhere, 'u-2')).toEqual([])
    expect(await enter(OWN, ids.elsewhere, 'u-2')).toEqual([ids.elsewhere])
  })

  it('changes nothing of a person with roles elsewhere, and sees no session and passkey of those', async () => {
    place.clock.advance(LIMITS_MS)
    const elsewhere = browserAt(OWN)
    await elsewhere.signIn(ASHA)
    const browser = browserAt(BRAND)
    await browser.signIn(ASHA)
    const own = await sessionOf(elsewhere)
    for await (const one of stolen(browser)) {
      for (const [method, path, body] of [
        ['POST', '/me/totp', undefined],
        ['POST', '/me/totp/confirm', { code: '000000' }],
        ['DELETE', '/me/totp', undefined],
        ['POST', '/me/recovery-codes', undefined],
        ['GET', '/me/passkeys', undefined],
        ['DELETE', '/me/passkeys/01M84XQQ5AWTJ861P5G1NQ3WVZ', undefined],
        ['PATCH', '/me', { name: 'Eve' }],
      ] as const) {
        const { status, code } = await one.admin(method, path, body)
        expect([path, status, code]).toEqual([path, 403, 'SESSION_LIMITED'])
      }
      for (const path of ['/passkeys/options', '/passkeys'])
        expect((await one.post(path, path === '/passkeys' ? { response: NO_PASSKEY } : {})).code).toBe(
          'SESSION_LIMITED',
        )
      const { items } = (await one.admin('GET', '/me/sessions')).body
      expect(items.map(({ session_id }: { session_id: string }) => session_id)).not.toContain(own.session_id)
      expect((await one.admin('DELETE', `/me/sessions/${own.session_id}`)).status).toBe(404)
      expect((await one.admin('POST', '/me/sessions/end-others')).status).toBe(200)
      expect(await sessionOf(elsewhere)).toMatchObject({ session_id: own.session_id, restricted: null })
    }
  })

  it('opens an account of the brand for a person with roles elsewhere alone, and none at another host', async () => {
    const email = 'meera@acme.example'
    await join(email, ids.elsewhere, 'owner')
    const browser = browserAt(BRAND)
    expect((await browser.signIn(email)).body).toMatchObject({ needs: 'account', memberships: [] })
    const stolenElsewhere = Object.assign(browserAt(OWN), { cookie: browser.cookie })
    expect((await stolenElsewhere.post('/sign-up', { account_name: 'Meera' })).code).toBe('SESSION_LIMITED')
    expect((await browser.post('/sign-up', { account_name: 'Meera' })).status).toBe(201)
    expect((await browser.post('/sign-up', { account_name: 'Meera' })).code).toBe('ALREADY_SIGNED_UP')
  })

  it('begins by a code that was requested at the same host alone', async () => {
    place.clock.advance(LIMITS_MS)
    for (const [asked, entered] of [
      [BRAND, OWN],
      [OWN, BRAND],
    ] as const) {
      const code = await browserAt(asked).askCode(ASHA)
      const thief = browserAt(entered)
      expect([(await thief.post('/sign-in', code)).code, thief.cookie]).toEqual(['CODE_WRONG', null])
    }
  })

  it('takes no proof by a code that another session of the person has requested', async () => {
    const email = 'tara@acme.example'
    const own = browserAt(OWN)
    await own.signUp(email)
    const limited = browserAt(BRAND)
    await limited.signIn(email)
    const { proof } = (await limited.post('/session/proof/code')).body
    const code = codeIn(await limited.lastMail(email))
    expect((await own.post('/session/proof', { method: 'code', proof, code })).code).toBe('CODE_WRONG')
    expect((await limited.post('/session/proof', { method: 'code', proof, code })).status).toBe(200)
  })
})

const NO_PASSKEY = {
  ...{ id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
}
