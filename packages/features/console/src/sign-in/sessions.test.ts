import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../../test/authenticator.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
let made = 0
const somebody = (): string => {
  made += 1
  return `asha${made}@acme.example`
}

describe.each(['sqlite3', 'pg'] as const)('a session on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open()
  })
  afterAll(() => place.end())
  const browserOf = () => {
    made += 1
    return process.browser({ ip: `198.51.100.${made}` })
  }
  const signedUp = async () => {
    const browser = browserOf()
    await browser.signUp(somebody())
    return browser
  }
  const isIn = async (cookie: string | null) => {
    const thief = process.browser({ ip: '192.0.2.66' })
    thief.cookie = cookie
    const { status, code } = await thief.admin('GET', '/me')
    expect([200, 401]).toContain(status)
    if (status === 401) expect(['SESSION_ENDED', 'INVALID_CREDENTIAL']).toContain(code)
    return status === 200
  }

  it('has a cookie that no script, other host, other site or plain connection gets', async () => {
    const { setCookie } = await signedUp()
    expect(setCookie).toMatch(/^__Host-console_session=\d{40}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  })

  it('never begins with a token that the request brought, and ends the session that it had', async () => {
    const browser = browserOf()
    const planted = `__Host-console_session=${'7'.repeat(40)}`
    browser.cookie = planted
    await browser.signIn(somebody())
    expect(browser.cookie).not.toBe(planted)
    expect(await isIn(planted)).toBe(false)
    const before = browser.cookie
    await browser.signIn(somebody())
    expect([await isIn(before), await isIn(browser.cookie)]).toEqual([false, true])
  })

  it('has a new token after a proof, and the stolen old one is worth nothing', async () => {
    const browser = await signedUp()
    const stolen = browser.cookie
    const { body } = await browser.post('/session/proof/code')
    const mail = await browser.lastMail((await browser.admin('GET', '/me')).body.email)
    const code = /\d{4} \d{4}/.exec(mail.text)?.[0] ?? ''
    expect((await browser.post('/session/proof', { method: 'code', proof: body.proof, code })).status).toBe(200)
    expect(browser.cookie).not.toBe(stolen)
    expect([await isIn(stolen), await isIn(browser.cookie)]).toEqual([false, true])
  })

  it('has a new token once it may more: when its person adds an authenticator or a passkey', async () => {
    const browser = await signedUp()
    const enrol: readonly (() => Promise<number>)[] = [
      async () => {
        const { options } = (await browser.post('/passkeys/options')).body
        const page = { origin: 'https://console.example', rpId: 'console.example' }
        const response = new Authenticator().create({ ...page, challenge: options.challenge })
        return (await browser.post('/passkeys', { response })).status
      },
      async () => {
        const secret = Secret.fromBase32((await browser.admin('POST', '/me/totp')).body.secret)
        const code = new TOTP({ secret }).generate({ timestamp: place.clock.now().getTime() })
        return (await browser.admin('POST', '/me/totp/confirm', { code })).status
      },
    ]
    for (const [add, status] of [
      [enrol[0], 201],
      [enrol[1], 200],
    ] as const) {
      const stolen = browser.cookie
      expect(await add?.()).toBe(status)
      expect(browser.cookie).not.toBe(stolen)
      expect(browser.setCookie).toMatch(/^__Host-console_session=\d{40}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
      expect([await isIn(stolen), await isIn(browser.cookie)]).toEqual([false, true])
    }
  })

  it('ends with signing out, on the server', async () => {
    const browser = await signedUp()
    const stolen = browser.cookie
    expect((await browser.post('/sign-out')).status).toBe(204)
    expect([browser.cookie, await isIn(stolen)]).toEqual([null, false])
  })

  it('is listed with its device, and ended by its person from another one; all others at once', async () => {
    const browser = await signedUp()
    const { email } = (await browser.admin('GET', '/me')).body
    const [phone, tablet] = [browserOf(), browserOf()]
    await phone.signIn(email)
    await tablet.signIn(email)
    const { items } = (await browser.admin('GET', '/me/sessions')).body
    expect(items).toHaveLength(3)
    expect(items.filter((one: { current: boolean }) => one.current)).toMatchObject([{ agent: 'test' }])
    const [newest] = items
    expect((await browser.admin('DELETE', `/me/sessions/${newest.session_id}`)).status).toBe(200)
    expect([await isIn(tablet.cookie), await isIn(phone.cookie)]).toEqual([false, true])
    expect((await browser.admin('POST', '/me/sessions/end-others')).body).toEqual({ ended: 1 })
    expect([await isIn(phone.cookie), await isIn(browser.cookie)]).toEqual([false, true])
  })

  it('of somebody else cannot be ended, and is answered as an unknown one', async () => {
    const [asha, eve] = [await signedUp(), await signedUp()]
    const { session_id } = (await asha.admin('GET', '/me/sessions')).body.items[0]
    const [foreign, unknown] = [
      await eve.admin('DELETE', `/me/sessions/${session_id}`),
      await eve.admin('DELETE', '/me/sessions/01M84XQQ5AWTJ861P5G1NQ3WVZ'),
    ]
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    expect(await isIn(asha.cookie)).toBe(true)
  })

  it('of a customer ends after 24 hours without use, and after 14 days in any case', async () => {
    const idle = await signedUp()
    place.clock.advance(24 * HOUR_MS - 1)
    expect(await isIn(idle.cookie)).toBe(true)
    place.clock.advance(24 * HOUR_MS)
    expect(await isIn(idle.cookie)).toBe(false)
    const busy = await signedUp()
    for (let hour = 0; hour < 14 * 24; hour += 12) {
      expect(await isIn(busy.cookie)).toBe(true)
      place.clock.advance(12 * HOUR_MS)
    }
    expect(await isIn(busy.cookie)).toBe(false)
  })

  it('of an operator ends after 30 minutes without use, and after 12 hours in any case', async () => {
    const idle = await invited(process, { email: somebody(), role: 'support', accountId: null })
    place.clock.advance(30 * MINUTE_MS)
    expect(await isIn(idle.cookie)).toBe(false)
    const busy = await invited(process, { email: somebody(), role: 'support', accountId: null })
    for (let minute = 0; minute < 12 * 60; minute += 20) {
      expect(await isIn(busy.cookie)).toBe(true)
      place.clock.advance(20 * MINUTE_MS)
    }
    expect(await isIn(busy.cookie)).toBe(false)
  })

  it('sees its role change, and its end, at the next request', async () => {
    const owner = await signedUp()
    const { account_id } = (await owner.admin('GET', '/accounts')).body.items[0]
    const viewer = await invited(process, { email: somebody(), role: 'viewer', accountId: account_id })
    expect((await viewer.admin('GET', '/keys')).status).toBe(200)
    const { items } = (await owner.admin('GET', '/people')).body
    const { membership_id } = items.find(({ role }: { role: string }) => role === 'viewer')
    expect((await owner.admin('DELETE', `/people/${membership_id}`)).status).toBe(200)
    expect((await viewer.admin('GET', '/keys')).code).toBe('SCOPE_MISSING')
  })

  it('is refused beside a token, and where the cookie is there twice or is no token', async () => {
    const browser = await signedUp()
    const both = await browser.send('GET', '/admin/v1/me', { headers: { authorization: 'Bearer adm_x' } })
    expect([both.status, both.code]).toEqual([400, 'TWO_CREDENTIALS'])
    const { cookie } = browser
    for (const forged of [
      `${cookie}; ${cookie}`,
      '__Host-console_session=',
      '__Host-console_session=%00',
      `${cookie}0`,
    ])
      expect(await isIn(forged)).toBe(false)
  })

  it('is over with its account: a suspended one is answered to nobody', async () => {
    const browser = await signedUp()
    const { account_id } = (await browser.admin('GET', '/accounts')).body.items[0]
    await process.server.host.run('accounts.suspend', { account_id }, { operator: 'test' })
    expect((await browser.admin('GET', '/keys')).code).toBe('NOT_A_MEMBER')
    await process.server.host.run('accounts.resume', { account_id }, { operator: 'test' })
    expect((await browser.admin('GET', '/keys')).status).toBe(200)
  })

  it('has no life longer than its own after days of rest of the server', async () => {
    const browser = await signedUp()
    place.clock.advance(15 * DAY_MS)
    expect(await isIn(browser.cookie)).toBe(false)
  })
})
