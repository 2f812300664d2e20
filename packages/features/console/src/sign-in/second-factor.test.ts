import { AuditLog } from '@parakh/core'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, codeIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

const STEP_MS = 30_000
let made = 0
const somebody = (): string => {
  made += 1
  return `op${made}@acme.example`
}

describe.each(['sqlite3', 'pg'] as const)('a second factor on %s', (client) => {
  let place: ConsolePlace
  let one: ConsoleProcess
  let other: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    one = await place.open()
    other = client === 'pg' ? await place.open() : one
  })
  afterAll(() => place.end())
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: place.clock.now().getTime() })
  /** Draws and confirms an authenticator. */
  const enrol = async (browser: Browser) => {
    const { secret } = (await browser.admin('POST', '/me/totp')).body
    place.clock.advance(STEP_MS)
    const { status, body } = await browser.admin('POST', '/me/totp/confirm', { code: codeOf(secret) })
    expect(status, JSON.stringify(body)).toBe(200)
    place.clock.advance(STEP_MS)
    return { secret, recovery: body.recovery_codes }
  }
  const operator = async (email = somebody()) => {
    const browser = await invited(one, { email, role: 'admin', accountId: null })
    return { browser, email, ...(await enrol(browser)) }
  }
  const prove = (browser: Browser, method: string, code: string) => browser.post('/session/proof', { method, code })

  it('an operator sees nothing but itself before it has one, and everything at once after', async () => {
    const browser = await invited(one, { email: somebody(), role: 'admin', accountId: null })
    expect((await browser.ask('GET', '/console/session')).body.session).toMatchObject({ needs: 'enrol_second_factor' })
    expect((await browser.admin('GET', '/accounts')).code).toBe('SCOPE_MISSING')
    const { recovery } = await enrol(browser)
    expect(recovery).toHaveLength(10)
    expect((await browser.admin('GET', '/accounts')).status).toBe(200)
    expect((await browser.admin('DELETE', '/me/totp')).code).toBe('FACTOR_REQUIRED')
  })

  it('an operator who waits before adding the first one proves itself by a mailed code, which opens nothing else', async () => {
    const email = somebody()
    const browser = await invited(one, { email, role: 'admin', accountId: null })
    place.clock.advance(11 * 60_000)
    const refused = await browser.admin('POST', '/me/totp')
    expect([refused.code, refused.body.error.methods]).toEqual(['STEP_UP_REQUIRED', ['code']])
    const { proof } = (await browser.post('/session/proof/code')).body
    const code = codeIn(await browser.lastMail(email))
    const proven = await browser.post('/session/proof', { method: 'code', code, proof })
    expect([proven.status, proven.body.needs]).toEqual([200, 'enrol_second_factor'])
    expect((await browser.admin('GET', '/accounts')).code).toBe('SCOPE_MISSING')
    await enrol(browser)
    expect((await browser.admin('GET', '/accounts')).status).toBe(200)
  })

  it('is asked at each sign-in: a mailed code alone opens nothing, not even what is the person’s own', async () => {
    const { email, secret } = await operator()
    const browser = one.browser()
    const { body } = await browser.signIn(email)
    expect([body.needs, body.methods, body.stepped_up_until]).toEqual([
      'second_factor',
      ['totp', 'recovery_code'],
      null,
    ])
    for (const path of ['/accounts', '/me', '/me/sessions']) {
      const refused = await browser.admin('GET', path)
      expect([refused.status, refused.body.error]).toMatchObject([
        403,
        { code: 'SECOND_FACTOR_REQUIRED', methods: body.methods },
      ])
    }
    expect((await browser.admin('DELETE', '/me/totp')).code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await browser.post('/session/proof/code')).code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await browser.post('/session/proof', { method: 'code', code: '12345678', proof: '0' })).code).toBe(
      'SECOND_FACTOR_REQUIRED',
    )
    const before = browser.cookie
    expect((await prove(browser, 'totp', codeOf(secret))).body.needs).toBeNull()
    expect(browser.cookie).not.toBe(before)
    expect((await browser.admin('GET', '/accounts')).status).toBe(200)
  })

  it('takes a code of an authenticator once, also by two processes at once, and none that is old', async () => {
    const { email, secret } = await operator()
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const browser = (n % 2 === 0 ? one : other).browser()
        await browser.signIn(email)
        return browser
      }),
    )
    const code = codeOf(secret)
    const replies = await Promise.all(browsers.map((browser) => prove(browser, 'totp', code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.code === 'CODE_WRONG')).toHaveLength(3)
    const late = one.browser()
    place.clock.advance(601_000)
    await late.signIn(email)
    const old = codeOf(secret)
    place.clock.advance(2 * STEP_MS)
    expect((await prove(late, 'totp', old)).code).toBe('CODE_WRONG')
    expect((await prove(late, 'totp', codeOf(secret))).status).toBe(200)
  })

  it('takes each recovery code once, by two that come at once too, and none after new ones were made', async () => {
    const { browser, email, recovery } = await operator()
    const twins = [one.browser(), other.browser()]
    for (const twin of twins) await twin.signIn(email)
    const tried = await Promise.all(twins.map((twin) => prove(twin, 'recovery_code', recovery[0])))
    expect(tried.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await browser.admin('GET', '/me')).body.factors).toEqual({
      totp: true,
      passkeys: 0,
      recovery_codes_left: 9,
    })
    expect((await browser.admin('POST', '/me/recovery-codes')).status).toBe(200)
    const late = one.browser()
    await late.signIn(email)
    expect((await prove(late, 'recovery_code', recovery[1])).code).toBe('CODE_WRONG')
  })

  it('of proofs at once with one session’s token, by two processes, one is taken, and the others take no code', async () => {
    const { email, recovery } = await operator()
    const browser = one.browser()
    await browser.signIn(email)
    const twins = Array.from({ length: 4 }, (_, n) => {
      const twin = (n % 2 === 0 ? one : other).browser()
      return Object.assign(twin, { cookie: browser.cookie })
    })
    const replies = await Promise.all(twins.map((twin, n) => prove(twin, 'recovery_code', recovery[n])))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'SESSION_ENDED')).toHaveLength(3)
    const proven = twins.find((_, n) => replies[n]?.status === 200)
    expect((await proven?.admin('GET', '/me'))?.body.factors.recovery_codes_left).toBe(9)
  })

  it('is guessed ten times in ten minutes at most, over all sessions and processes', async () => {
    const { email, secret } = await operator()
    const browsers = [one.browser(), other.browser()]
    for (const browser of browsers) await browser.signIn(email)
    const guesses = Array.from({ length: 10 }, (_, n) => prove(browsers[n % 2] ?? one.browser(), 'totp', '000000'))
    for (const { code } of await Promise.all(guesses)) expect(code).toBe('CODE_WRONG')
    for (const browser of browsers) expect((await prove(browser, 'totp', codeOf(secret))).status).toBe(429)
  })

  it('cannot be blocked by a thief of the mailbox who guesses elsewhere, in a known network and in a session', async () => {
    const { browser, email, secret } = await operator()
    const thief = one.browser({ ip: '198.51.100.77' })
    await thief.signIn(email)
    for (let n = 0; n < 10; n += 1) expect((await prove(thief, 'totp', '000000')).code).toBe('CODE_WRONG')
    expect((await prove(thief, 'totp', codeOf(secret))).status).toBe(429)
    const known = one.browser()
    await known.signIn(email)
    expect((await prove(known, 'totp', codeOf(secret))).status).toBe(200)
    place.clock.advance(STEP_MS)
    expect((await prove(browser, 'totp', codeOf(secret))).status).toBe(200)
  })

  it('a customer’s mailed code is a proof until it has something stronger', async () => {
    const browser = one.browser({ ip: '198.51.100.9' })
    const email = somebody()
    await browser.signUp(email)
    place.clock.advance(601_000)
    const refused = await browser.admin('POST', '/me/totp')
    expect([refused.status, refused.body.error]).toMatchObject([403, { code: 'STEP_UP_REQUIRED', methods: ['code'] }])
    const asked = await browser.post('/session/proof/code')
    const code = /\d{4} \d{4}/.exec((await browser.lastMail(email)).text)?.[0] ?? ''
    const stranger = one.browser({ ip: '198.51.100.10' })
    await stranger.signUp(somebody())
    const given = { method: 'code', proof: asked.body.proof, code }
    expect((await stranger.post('/session/proof', given)).code).toBe('CODE_ENDED')
    expect((await browser.post('/sign-in', { sign_in: asked.body.proof, code })).code).toBe('CODE_ENDED')
  })

  it('a code for a proof signs nobody in, and a code for a sign-in proves nothing', async () => {
    const browser = one.browser({ ip: '198.51.100.12' })
    const email = somebody()
    await browser.signUp(email)
    const { proof } = (await browser.post('/session/proof/code')).body
    const code = codeIn(await browser.lastMail(email))
    expect((await one.browser().post('/sign-in', { sign_in: proof, code })).code).toBe('CODE_ENDED')
    const asked = await browser.askCode(email)
    const given = { method: 'code', proof: asked.sign_in, code: asked.code }
    expect((await browser.post('/session/proof', given)).code).toBe('CODE_ENDED')
    expect((await browser.post('/session/proof', { method: 'code', proof, code })).status).toBe(200)
    expect((await browser.post('/sign-in', asked)).status).toBe(200)
  })

  it('a mailed code proves once, and then the refused request is answered', async () => {
    const browser = one.browser({ ip: '198.51.100.11' })
    const email = somebody()
    await browser.signUp(email)
    place.clock.advance(601_000)
    expect((await browser.admin('POST', '/me/totp')).code).toBe('STEP_UP_REQUIRED')
    const { body } = await browser.post('/session/proof/code')
    const code = /\d{4} \d{4}/.exec((await browser.lastMail(email)).text)?.[0] ?? ''
    const given = { method: 'code', proof: body.proof, code }
    expect((await browser.post('/session/proof', given)).status).toBe(200)
    expect((await browser.post('/session/proof', given)).code).toBe('CODE_ENDED')
    await enrol(browser)
    expect((await browser.ask('GET', '/console/session')).body.session.methods).toEqual(['totp', 'recovery_code'])
    expect((await browser.post('/session/proof/code')).code).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('each proof and each factor is in the audit log by person, without a secret', async () => {
    const { browser, secret, recovery } = await operator()
    const { person_id } = (await browser.admin('GET', '/me')).body
    const query = { accountIds: null, actor: `person:${person_id}`, cursor: null, limit: 20 }
    const { items } = await one.server.host.get(AuditLog).list(query)
    expect(items.map(({ action }) => action)).toEqual(['person.totp-add', 'person.accept-link'])
    const text = JSON.stringify(items)
    for (const hidden of [secret, ...recovery]) expect(text).not.toContain(hidden)
  })
})
