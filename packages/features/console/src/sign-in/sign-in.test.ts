import { AuditLog, inr, Wallet } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrowserReply } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

const MINUTE_MS = 60_000
let made = 0
/** An address that nobody has yet, of a domain of its own. */
const somebody = (): string => {
  made += 1
  return `asha@d${made}.example`
}
const wrong = (code: string): string => (code.startsWith('1') ? `2${code.slice(1)}` : `1${code.slice(1)}`)
const codes = (replies: readonly BrowserReply[]) => replies.map(({ status, code }) => code ?? status).sort()

describe.each(['sqlite3', 'pg'] as const)('signing in on %s', (client) => {
  let place: ConsolePlace
  let one: ConsoleProcess
  let other: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    one = await place.open()
    // One process serves a SQLite file.
    other = client === 'pg' ? await place.open() : one
  })
  afterAll(() => place.end())
  /** An address of its own for each test, so that no limit of another one is met. */
  const browserOf = (process: ConsoleProcess) => {
    made += 1
    return process.browser({ ip: `198.51.${Math.floor(made / 250)}.${made % 250}` })
  }

  it('a stranger has an account with 100 INR and a sandbox key as soon as the code is entered', async () => {
    const browser = browserOf(one)
    const email = somebody()
    const signedIn = await browser.signIn(email.toUpperCase())
    expect([signedIn.status, signedIn.body.needs, signedIn.body.person.email]).toEqual([200, 'account', email])
    const { status, body } = await browser.post('/sign-up', { account_name: 'Acme Lending', name: 'Asha Rao' })
    expect([status, body.session.needs, body.session.person.name]).toEqual([201, null, 'Asha Rao'])
    const [{ scopes, ...membership }] = body.session.memberships
    expect(membership).toMatchObject({ account_id: body.account_id, role: 'owner' })
    // Of features that the host does not have there is none, so that no page of them is shown.
    expect(scopes).toEqual(expect.arrayContaining(['keys:write', 'people:write', 'self:write']))
    expect(scopes.filter((scope: string) => /^(plans|statements|prices|\*)/.test(scope))).toEqual([])
    expect(await one.server.host.get(Wallet).balance(body.account_id, 'sandbox')).toMatchObject({
      available: inr('100'),
    })
    const { api_key, api_secret } = body.key
    const called = await browser.send('GET', '/api/v1/balance', {
      headers: { 'x-api-key': api_key, 'x-api-secret': api_secret },
    })
    expect(called.status).toBe(200)
    expect((await browser.admin('GET', '/keys')).body.items).toMatchObject([{ api_key }])
  })

  it('a code is tried five times at most, and then the right one is none', async () => {
    const browser = browserOf(one)
    const email = somebody()
    await browser.signUp(email)
    await browser.post('/sign-out')
    const { sign_in, code } = await browser.askCode(email)
    for (const left of [4, 3, 2, 1]) {
      const { status, body } = await browser.post('/sign-in', { sign_in, code: wrong(code) })
      expect([status, body.error]).toMatchObject([401, { code: 'CODE_WRONG', tries_left: left }])
    }
    expect((await browser.post('/sign-in', { sign_in, code: wrong(code) })).code).toBe('CODE_ENDED')
    expect((await browser.post('/sign-in', { sign_in, code })).code).toBe('CODE_ENDED')
    expect(browser.cookie).toBeNull()
    const query = { accountIds: null, action: 'person.sign-in-fail', cursor: null, limit: 9 }
    expect((await one.server.host.get(AuditLog).list(query)).items[0]?.actor).toMatch(/^person:/)
  })

  it('guesses by several processes at once are five together, and find nothing', async () => {
    const browser = browserOf(one)
    const { sign_in, code } = await browser.askCode(somebody())
    const guessers = Array.from({ length: 24 }, (_, n) => browserOf(n % 2 === 0 ? one : other))
    const replies = await Promise.all(
      guessers.map((guesser) => guesser.post('/sign-in', { sign_in, code: wrong(code) })),
    )
    expect(codes(replies).filter((told) => told === 'CODE_WRONG')).toHaveLength(4)
    expect(codes(replies).filter((told) => told === 'CODE_ENDED')).toHaveLength(20)
    expect((await browser.post('/sign-in', { sign_in, code })).code).toBe('CODE_ENDED')
  })

  it('of tries with the right code at once, by two processes, one signs in', async () => {
    for (let round = 0; round < 5; round += 1) {
      const asked = await browserOf(one).askCode(somebody())
      const tries = Array.from({ length: 24 }, (_, n) => browserOf(n % 2 === 0 ? one : other))
      const replies = await Promise.all(tries.map((browser) => browser.post('/sign-in', asked)))
      expect(codes(replies).filter((told) => told === 200)).toHaveLength(1)
      expect(tries.filter(({ cookie }) => cookie !== null)).toHaveLength(1)
    }
  })

  it('a code is worth nothing without what only the browser that asked for it has, or after ten minutes', async () => {
    const [asha, eve] = [browserOf(one), browserOf(one)]
    const email = somebody()
    const mine = await asha.askCode(email)
    const hers = await eve.askCode(email)
    expect((await eve.post('/sign-in', { sign_in: hers.sign_in, code: mine.code })).code).toBe('CODE_WRONG')
    expect((await eve.post('/sign-in', { sign_in: '0'.repeat(40), code: mine.code })).code).toBe('CODE_ENDED')
    place.clock.advance(10 * MINUTE_MS)
    expect((await asha.post('/sign-in', mine)).code).toBe('CODE_ENDED')
  })

  it('of sign-ups of one person at once one opens an account, and a refused name keeps nobody waiting', async () => {
    const browser = browserOf(one)
    await browser.signIn(somebody())
    expect((await browser.post('/sign-up', { account_name: 'ABCPE1234F' })).status).toBe(422)
    const twin = browserOf(other)
    twin.cookie = browser.cookie
    const asked = [browser, twin, browser, twin].map((by) => by.post('/sign-up', { account_name: 'Acme' }))
    expect(codes(await Promise.all(asked))).toEqual([201, ...Array.from({ length: 3 }, () => 'ALREADY_SIGNED_UP')])
    expect((await browser.admin('GET', '/accounts')).body.items).toHaveLength(1)
    expect((await browser.post('/sign-up', { account_name: 'Another' })).code).toBe('ALREADY_SIGNED_UP')
  })

  it('answers known and unknown addresses alike, and mails no stranger where nobody may sign up', async () => {
    const ofInvited = await consolePlace(client)
    const closed = await ofInvited.open({ signUp: 'invite' })
    const email = somebody()
    await invited(closed, { email, role: 'support', accountId: null })
    const browser = browserOf(closed)
    const unknown = await browser.post('/sign-in/code', { email: somebody() })
    const known = await browser.post('/sign-in/code', { email })
    const shape = ({ status, body, headers }: BrowserReply) => [status, Object.keys(body), headers['content-length']]
    expect(shape(unknown)).toEqual(shape(known))
    await browser.lastMail(email)
    expect(closed.mails.map(({ to }) => to)).toEqual([email])
    const guess = (sign_in: string) => browser.post('/sign-in', { sign_in, code: '0000 0000' })
    const [wrongOfKnown, wrongOfUnknown] = [await guess(known.body.sign_in), await guess(unknown.body.sign_in)]
    expect([wrongOfUnknown.status, wrongOfUnknown.body]).toEqual([wrongOfKnown.status, wrongOfKnown.body])
    await ofInvited.end()
  })

  it('limits codes by e-mail address, whether somebody has it or not, and leaves others alone', async () => {
    const known = somebody()
    await browserOf(one).signUp(known)
    place.clock.advance(10 * MINUTE_MS)
    for (const email of [known, somebody()]) {
      const browser = browserOf(one)
      for (let n = 0; n < 5; n += 1) expect((await browserOf(one).post('/sign-in/code', { email })).status).toBe(202)
      const refused = await browser.post('/sign-in/code', { email })
      expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([429, 'TOO_MANY_ATTEMPTS', '600'])
      expect((await browser.post('/sign-in/code', { email: somebody() })).status).toBe(202)
    }
    place.clock.advance(10 * MINUTE_MS)
    expect((await browserOf(one).post('/sign-in/code', { email: known })).status).toBe(202)
  })

  it('limits codes and tries by network: of IPv6 by the 64 bits that one subscriber has', async () => {
    const from = (ip: string) => one.browser({ ip })
    for (let n = 0; n < 20; n += 1) await from(`2001:db8:7:1::${n + 1}`).post('/sign-in/code', { email: somebody() })
    const ask = (ip: string) => from(ip).post('/sign-in/code', { email: somebody() })
    expect((await ask('2001:db8:7:1:ffff::1')).status).toBe(429)
    expect((await ask('2001:db8:7:2::1')).status).toBe(202)
    const guess = (ip: string) => from(ip).post('/sign-in', { sign_in: '0'.repeat(40), code: '00000000' })
    for (let n = 0; n < 60; n += 1) expect((await guess('192.0.2.1')).code).toBe('CODE_ENDED')
    expect((await guess('192.0.2.1')).code).toBe('TOO_MANY_ATTEMPTS')
    expect((await guess('192.0.2.2')).code).toBe('CODE_ENDED')
  })

  it('sends no more than a hundred strangers of one domain a code in an hour from one network, and everybody who has an account', async () => {
    const person = 'owner@mailbox.example'
    const from = (n: number) => one.browser({ ip: `203.0.114.${n}` })
    await from(200).signUp(person)
    for (let n = 0; n < 110; n += 1) {
      const { status } = await from(n).post('/sign-in/code', { email: `stranger${n}@mailbox.example` })
      expect(status).toBe(202)
    }
    await from(201).askCode(person)
    const strangers = one.mails.filter(({ to }) => to.startsWith('stranger'))
    expect(strangers).toHaveLength(99)
  })

  it.each([
    ['no address', { email: 'asha' }],
    ['two addresses', { email: 'asha@acme.example, eve@acme.example' }],
    ['a line break', { email: 'asha@acme.example\r\nBcc: eve@acme.example' }],
    ['another field', { email: 'asha@acme.example', role: 'owner' }],
    ['no object', '[]'],
    ['no JSON', '{'],
    ['a NUL', '{"email":"asha\\u0000@"}'],
  ])('refuses %s where an address is asked for', async (_, body) => {
    const refused = await browserOf(one).ask('POST', '/console/sign-in/code', body)
    expect([refused.status, refused.code]).toEqual([422, 'VALIDATION_FAILED'])
  })

  it('never answers the token of a session, which is in the cookie alone', async () => {
    const browser = browserOf(one)
    const { sign_in, code } = await browser.askCode(somebody())
    const { body } = await browser.post('/sign-in', { sign_in, code })
    expect(JSON.stringify(body)).not.toContain(browser.cookie?.split('=')[1])
  })
})

describe('a console that lacks what it needs', () => {
  it('does not start without the admin API, or without mail where strangers may sign up', async () => {
    const place = await consolePlace('sqlite3')
    await expect(place.open({ signUp: 'open', mail: false })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      faults: [{ code: 'MAIL_REQUIRED', path: expect.stringMatching(/\.signUp$/) }],
    })
    await expect(place.open({ admin: false })).rejects.toMatchObject({
      faults: [{ code: 'ADMIN_API_REQUIRED', path: expect.stringMatching(/^plugins/) }],
    })
    const invited = await place.open({ signUp: 'invite', mail: false })
    expect((await invited.browser().ask('GET', '/console/session')).body).toEqual({
      ...{ sign_up: 'invite', sso: [], development: false, session: null },
    })
    await place.end()
  })
})
