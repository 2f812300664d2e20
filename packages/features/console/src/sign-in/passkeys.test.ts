import { Accounts } from '@parakh/core'
import resale from '@parakh/resale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../../test/authenticator.ts'
import { type Browser, codeIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

const [HOST, ORIGIN] = ['console.example', 'https://console.example']
/** The host of a brand of the same server. */
const BRANDED = { rpId: 'verify.reseller.example', origin: 'https://verify.reseller.example' }
let made = 0
const somebody = (): string => {
  made += 1
  return `key${made}@acme.example`
}

describe.each(['sqlite3', 'pg'] as const)('a passkey on %s', (client) => {
  let place: ConsolePlace
  let one: ConsoleProcess
  let other: ConsoleProcess
  /** The account whose brand has a host. */
  let reseller: string
  beforeAll(async () => {
    place = await consolePlace(client)
    one = await place.open({ plugins: [resale()] })
    other = client === 'pg' ? await place.open({ plugins: [resale()] }) : one
    const { id } = await one.server.host.get(Accounts).create({ name: 'Reseller', role: 'distributor', actor: 'test' })
    reseller = id
    const brand = { account_id: id, host: BRANDED.rpId, name: 'Reseller Verify', colour: '#0a7d5c' }
    await one.server.host.run('brands.set', brand, { operator: 'test' })
  })
  afterAll(() => place.end())
  const page = { origin: ORIGIN, rpId: HOST }
  const browserOf = () => {
    made += 1
    return one.browser({ ip: `198.51.100.${made}` })
  }
  const add = async (browser: Browser, authenticator: Authenticator, more: object = {}) => {
    const { body } = await browser.post('/passkeys/options')
    const response = authenticator.create({ ...page, challenge: body.options?.challenge, ...more })
    return await browser.post('/passkeys', { name: 'Phone', response })
  }
  const signedUp = async () => {
    const [browser, email, authenticator] = [browserOf(), somebody(), new Authenticator()]
    await browser.signUp(email)
    const added = await add(browser, authenticator)
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    return { browser, email, authenticator, id: String(added.body.passkey_id) }
  }
  const challengeOf = async (path: string, browser = browserOf()): Promise<string> =>
    (await browser.post(path)).body.options.challenge
  const enter = async (authenticator: Authenticator, more: object = {}, browser = browserOf()) => {
    const challenge = await challengeOf('/sign-in/passkey/options')
    return await browser.post('/sign-in/passkey', { response: authenticator.get({ ...page, challenge, ...more }) })
  }

  it('signs its person in, as both factors, and is listed and removed', async () => {
    const { browser, email, authenticator, id } = await signedUp()
    expect((await browser.admin('GET', '/me/passkeys')).body.items).toMatchObject([
      { passkey_id: id, name: 'Phone', host: HOST },
    ])
    const { status, body } = await enter(authenticator)
    expect([status, body.person.email, body.needs]).toEqual([200, email, null])
    expect(body.methods).toEqual(['passkey', 'code'])
    expect((await browser.admin('DELETE', `/me/passkeys/${id}`)).status).toBe(200)
    expect((await enter(authenticator)).code).toBe('PASSKEY_REFUSED')
  })

  it('answers a challenge once, also by two processes at once, and for five minutes', async () => {
    const { authenticator } = await signedUp()
    const challenge = await challengeOf('/sign-in/passkey/options')
    const answers = Array.from({ length: 6 }, () => authenticator.get({ ...page, challenge }))
    const replies = await Promise.all(
      answers.map((response, n) => (n % 2 === 0 ? one : other).browser().post('/sign-in/passkey', { response })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'PASSKEY_REFUSED')).toHaveLength(5)
    const late = await challengeOf('/sign-in/passkey/options')
    place.clock.advance(300_000)
    const response = authenticator.get({ ...page, challenge: late })
    expect((await browserOf().post('/sign-in/passkey', { response })).code).toBe('PASSKEY_REFUSED')
  })

  it.each([
    ['the page of another site', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['plain http', { origin: 'http://console.example' }],
    ['a user who was not verified', { verified: false }],
    ['a challenge that nobody drew', { challenge: 'MDAwMDAw' }],
  ])('is refused from %s', async (_, more) => {
    const { authenticator } = await signedUp()
    const refused = await enter(authenticator, more)
    expect([refused.status, refused.code]).toEqual([401, 'PASSKEY_REFUSED'])
    expect((await enter(authenticator)).status).toBe(200)
  })

  it('is refused with the signature of another key, and as a copy whose counter is behind', async () => {
    const { authenticator } = await signedUp()
    const forger = Object.assign(new Authenticator(), { id: authenticator.id })
    expect((await enter(forger)).code).toBe('PASSKEY_REFUSED')
    expect((await enter(authenticator)).status).toBe(200)
    authenticator.counter -= 1
    expect((await enter(authenticator)).code).toBe('PASSKEY_REFUSED')
  })

  it('signs in once where it and its copy count the same, also at two processes at once', async () => {
    const { authenticator } = await signedUp()
    const { counter } = authenticator
    const answers: ReturnType<Authenticator['get']>[] = []
    for (let n = 0; n < 6; n += 1) {
      const challenge = await challengeOf('/sign-in/passkey/options')
      answers.push(Object.assign(authenticator, { counter }).get({ ...page, challenge }))
    }
    const replies = await Promise.all(
      answers.map((response, n) => (n % 2 === 0 ? one : other).browser().post('/sign-in/passkey', { response })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'PASSKEY_REFUSED')).toHaveLength(5)
  })

  it('is made and used only at hosts that the server knows', async () => {
    const browser = one.browser({ host: 'evil.example', ip: '192.0.2.50' })
    await browser.signUp(somebody())
    expect((await browser.post('/passkeys/options')).code).toBe('PASSKEY_REFUSED')
    expect((await browser.post('/sign-in/passkey/options')).code).toBe('PASSKEY_REFUSED')
  })

  it('of another host of the same server is refused there, not asked for, and replaced by a mailed code', async () => {
    const [email, authenticator] = [somebody(), new Authenticator()]
    const browser = await invited(one, { email, role: 'owner', accountId: reseller })
    expect((await add(browser, authenticator)).status).toBe(201)
    made += 1
    const there = one.browser({ host: BRANDED.rpId, ip: `198.51.100.${made}` })
    const refused = await enter(authenticator, BRANDED, there)
    expect([refused.status, refused.code]).toEqual([401, 'PASSKEY_REFUSED'])
    expect((await there.signIn(email)).body).toMatchObject({ needs: null, methods: ['passkey', 'code'] })
    place.clock.advance(600_000)
    const { options } = (await there.post('/session/proof/passkey')).body
    expect([options.rpId, options.allowCredentials]).toEqual([BRANDED.rpId, []])
    const response = authenticator.get({ ...BRANDED, challenge: options.challenge })
    expect((await there.post('/session/proof', { method: 'passkey', response })).code).toBe('PASSKEY_REFUSED')
    expect((await there.admin('POST', '/me/totp')).code).toBe('STEP_UP_REQUIRED')
    const before = one.mails.length
    const { proof } = (await there.post('/session/proof/code')).body
    await expect.poll(() => one.mails.length).toBeGreaterThan(before)
    const code = codeIn(await there.lastMail(email))
    expect((await there.post('/session/proof', { method: 'code', proof, code })).status).toBe(200)
    expect((await there.admin('POST', '/me/totp')).status).toBe(200)
  })

  it('is made for the person who asked alone, after a proof, and once', async () => {
    const [asha, eve, authenticator] = [browserOf(), browserOf(), new Authenticator()]
    await asha.signUp(somebody())
    await eve.signUp(somebody())
    const challenge = await challengeOf('/passkeys/options', asha)
    const response = authenticator.create({ ...page, challenge })
    expect((await eve.post('/passkeys', { response })).code).toBe('PASSKEY_REFUSED')
    expect((await asha.post('/passkeys', { response })).status).toBe(201)
    expect((await asha.post('/passkeys', { response })).code).toBe('PASSKEY_REFUSED')
    expect((await add(eve, authenticator)).code).toBe('PASSKEY_REFUSED')
    place.clock.advance(600_000)
    const refused = await eve.post('/passkeys/options')
    expect([refused.status, refused.code]).toEqual([403, 'STEP_UP_REQUIRED'])
  })

  it('is an operator’s second factor, which a mailed code alone does not replace', async () => {
    const email = somebody()
    const [browser, authenticator] = [
      await invited(one, { email, role: 'admin', accountId: null }),
      new Authenticator(),
    ]
    const added = await add(browser, authenticator)
    expect(added.body.session.needs).toBeNull()
    expect((await browser.admin('DELETE', `/me/passkeys/${added.body.passkey_id}`)).code).toBe('FACTOR_REQUIRED')
    const late = browserOf()
    expect((await late.signIn(email)).body).toMatchObject({ needs: 'second_factor', methods: ['passkey'] })
    expect((await late.admin('POST', '/me/totp')).code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await late.post('/passkeys/options')).code).toBe('SECOND_FACTOR_REQUIRED')
    const prove = async (by: Authenticator) => {
      const challenge = await challengeOf('/session/proof/passkey', late)
      return await late.post('/session/proof', { method: 'passkey', response: by.get({ ...page, challenge }) })
    }
    const stranger = await signedUp()
    expect((await prove(stranger.authenticator)).code).toBe('PASSKEY_REFUSED')
    expect((await prove(authenticator)).body.needs).toBeNull()
    expect((await late.admin('GET', '/accounts')).status).toBe(200)
  })
})
