import { Accounts } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../../test/authenticator.ts'
import { type BrowserReply, codeIn, tokenIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'
import { networkOf, siteOf } from './limits.ts'

const MINUTE_MS = 60_000
const PAGE = { origin: 'https://console.example', rpId: 'console.example' }

it.each([
  ['203.0.113.7', '203.0.113', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113', '203.0.113.7'],
  ['2001:db8:7:1::9', '2001:db8:7', '2001:db8:7:1'],
  ['2001:0db8:0007:0001:0:0:0:9', '2001:db8:7', '2001:db8:7:1'],
  ['2001:db8::1', '2001:db8:0', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0', 'fe80:0:0:0'],
])('the address %s is known by %s, and its subscriber is %s', (ip, site, network) => {
  expect([siteOf(ip), networkOf(ip)]).toEqual([site, network])
})

describe.each(['sqlite3', 'pg'] as const)('strangers on %s', (client) => {
  let place: ConsolePlace
  let one: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    one = await place.open()
  })
  afterAll(() => place.end())
  let made = 0
  /** A /24 network of its own. */
  const site = (): string => {
    made += 1
    return `10.${Math.floor(made / 250)}.${made % 250}`
  }
  const somebody = (): string => `asha${site()}@d${made}.example`
  const request = (ip: string, email: string): Promise<BrowserReply> =>
    one.browser({ ip }).post('/sign-in/code', { email })
  const repeat = async (times: number, ask: (n: number) => Promise<BrowserReply>): Promise<readonly number[]> => {
    const replies: number[] = []
    for (let n = 0; n < times; n += 1) replies.push((await ask(n)).status)
    return replies
  }
  const passed = (replies: readonly number[]): number => replies.filter((status) => status === 202).length
  const person = async () => {
    const [home, email] = [site(), somebody()]
    const browser = one.browser({ ip: `${home}.7` })
    await browser.signUp(email)
    place.clock.advance(10 * MINUTE_MS)
    return { browser, email, home }
  }

  it('who request fifty codes from other networks stop neither a sign-in at a known network nor a step-up', async () => {
    const { browser, email, home } = await person()
    // With the code of the sign-up, before its network was known, they are twenty.
    expect(passed(await repeat(50, () => request(`${site()}.1`, email)))).toBe(19)
    expect((await one.browser({ ip: `${home}.99` }).signIn(email)).status).toBe(200)
    const { status, body } = await browser.post('/session/proof/code')
    expect(status).toBe(202)
    const code = codeIn(await browser.lastMail(email))
    expect((await browser.post('/session/proof', { method: 'code', code, proof: body.proof })).status).toBe(200)
  })

  it('are counted by pairs of email address and network', async () => {
    const [email, here, there] = [somebody(), site(), site()]
    expect(passed(await repeat(6, (n) => request(`${here}.${n + 1}`, email)))).toBe(5)
    expect((await request(`${there}.1`, email)).status).toBe(202)
    expect((await request(`${here}.1`, somebody())).status).toBe(202)
    place.clock.advance(10 * MINUTE_MS)
    expect((await request(`${here}.1`, email)).status).toBe(202)
    const other = somebody()
    expect(passed(await repeat(6, (n) => request(`2001:db8:77:${n}::1`, other)))).toBe(5)
    expect((await request('2001:db8:78::1', other)).status).toBe(202)
  })

  it('use nothing up by requests that are refused, even at once', async () => {
    const [email, here] = [somebody(), site()]
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => request(`${here}.${n}`, email)))
    expect(passed(replies.map(({ status }) => status))).toBe(5)
    expect(passed(await repeat(15, () => request(`${site()}.1`, email)))).toBe(15)
    expect((await request(`${site()}.1`, email)).status).toBe(429)
  })

  it('cannot send more than sixty codes a day to one address, and stop no known network then', async () => {
    const { email, home } = await person()
    // The code of the sign-up, before its network was known.
    let sent = 1
    for (let hour = 0; hour < 5; hour += 1) {
      sent += passed(await repeat(25, () => request(`${site()}.1`, email)))
      place.clock.advance(60 * MINUTE_MS)
    }
    expect(sent).toBe(60)
    expect((await one.browser({ ip: `${home}.1` }).signIn(email)).status).toBe(200)
  })

  it('at the same client address stop no person who is known there', async () => {
    const { email, home } = await person()
    expect(passed(await repeat(21, () => request(`${home}.7`, somebody())))).toBe(20)
    expect((await one.browser({ ip: `${home}.7` }).signIn(email)).status).toBe(200)
  })

  it('at the same client address stop no right code, portal link or passkey by failing', async () => {
    const { browser, email, home } = await person()
    const ip = `${home}.7`
    await browser.signIn(email)
    const authenticator = new Authenticator()
    const { options } = (await browser.post('/passkeys/options')).body
    const response = authenticator.create({ ...PAGE, challenge: options.challenge })
    expect((await browser.post('/passkeys', { name: 'Phone', response })).status).toBe(201)
    const { host } = one.server
    const { id: account_id } = await host.get(Accounts).create({ name: 'Acme', role: 'developer', actor: 'test' })
    const link = { account_id, role: 'viewer', person_ref: 'u-1' }
    const { url } = Object(await host.run('portal-links.create', link, { operator: 'test' }))
    const stranger = one.browser({ ip })
    const refused = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }
    const fail = async () => [
      await stranger.post('/sign-in', { sign_in: '0'.repeat(40), code: '00000000' }),
      await stranger.post('/enter', { token: 'pl_0' }),
      await stranger.post('/sign-in/passkey', {
        response: { id: 'AA', rawId: 'AA', type: 'public-key', response: refused },
      }),
    ]
    for (let n = 0; n < 60; n += 1) await fail()
    expect((await fail()).map(({ status }) => status)).toEqual([429, 429, 429])
    expect((await one.browser({ ip }).signIn(email)).status).toBe(200)
    expect((await one.browser({ ip }).post('/enter', { token: tokenIn(url) })).status).toBe(200)
    const [own, asked] = [one.browser({ ip }), (await stranger.post('/sign-in/passkey/options')).body.options]
    const signed = authenticator.get({ ...PAGE, challenge: asked.challenge })
    expect((await own.post('/sign-in/passkey', { response: signed })).status).toBe(200)
  })

  it('of one domain stop no sign-up at another network', async () => {
    const [mine, domain] = [site(), `${somebody().split('@')[1]}`]
    for (let n = 0; n < 110; n += 1) await request(`${mine}.${n + 1}`, `stranger${n}@${domain}`)
    expect(one.mails.filter(({ to }) => to.endsWith(`@${domain}`))).toHaveLength(100)
    const browser = one.browser({ ip: `${site()}.1` })
    expect((await browser.signUp(`new@${domain}`)).status).toBe(201)
  })
})
