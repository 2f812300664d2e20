import { Accounts, AuditLog } from '@parakh/core'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../../test/authenticator.ts'
import { tokenIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'

const PAGE = { origin: 'https://console.example', rpId: 'console.example' }
const wrong = (code: string): string => (code.startsWith('1') ? `2${code.slice(1)}` : `1${code.slice(1)}`)

describe('the audit log of people', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  /** What must not stand in the log. */
  const secrets: string[] = []
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    process = await place.open()
  })
  afterAll(async () => {
    const { items } = await process.server.host.get(AuditLog).list({ accountIds: null, cursor: null, limit: 1_000 })
    const log = JSON.stringify(items)
    expect(secrets.length).toBeGreaterThan(15)
    for (const secret of secrets) expect(log).not.toContain(secret)
    await place.end()
  })
  const acts = async (actor: string) => {
    const query = { accountIds: null, actor, cursor: null, limit: 100 }
    return (await process.server.host.get(AuditLog).list(query)).items.toReversed()
  }
  const person = async (email: string) => {
    const browser = process.browser({ ip: email })
    const { api_secret } = (await browser.signUp(email)).body.key
    const { person_id } = (await browser.admin('GET', '/me')).body
    secrets.push(String(api_secret), cookieOf(browser.cookie))
    return { browser, email, actor: `person:${person_id}` }
  }
  const cookieOf = (cookie: string | null): string => cookie?.split('=')[1] ?? 'none'
  /** A code that is asked for and tried with wrong ones. */
  const guess = async (email: string, times: number, ip = '203.0.113.9') => {
    const browser = process.browser({ ip })
    const { sign_in, code } = await browser.askCode(email)
    secrets.push(sign_in, code, code.replace(' ', ''), wrong(code))
    for (let n = 0; n < times; n += 1) await browser.post('/sign-in', { sign_in, code: wrong(code) })
  }

  it('has signing out and the end of own sessions, by person', async () => {
    const { browser, email, actor } = await person('asha@acme.example')
    const [phone, tablet] = [process.browser(), process.browser()]
    await phone.signIn(email)
    await tablet.signIn(email)
    const [{ session_id }] = (await browser.admin('GET', '/me/sessions')).body.items
    await browser.admin('DELETE', `/me/sessions/${session_id}`)
    await browser.admin('POST', '/me/sessions/end-others')
    await browser.admin('POST', '/me/sessions/end-others')
    await browser.post('/sign-out')
    expect((await acts(actor)).slice(-3)).toMatchObject([
      { action: 'person.session-end', after: { session: session_id } },
      { action: 'person.sessions-end', after: { ended: 1 } },
      { action: 'person.sign-out' },
    ])
  })

  it('has the first and the last wrong code of a sign-in: by person, of a stranger by a hash of the address', async () => {
    const { email, actor } = await person('bina@acme.example')
    await guess(email, 5)
    const fails = (await acts(actor)).filter(({ action }) => action === 'person.sign-in-fail')
    expect(fails.map(({ after }) => after)).toEqual([
      { method: 'code', tries_left: 4 },
      { method: 'code', tries_left: 0 },
    ])
    const stranger = 'nobody@elsewhere.example'
    await guess(stranger, 2, '203.0.113.10')
    secrets.push(stranger)
    const query = { accountIds: null, action: 'person.sign-in-fail', cursor: null, limit: 1 }
    const { items } = await process.server.host.get(AuditLog).list(query)
    expect(items).toMatchObject([{ actor: expect.stringMatching(/^stranger:1\.[\w-]{43}$/), subject: 'person' }])
  })

  it('has proofs, and each second factor that was wrong', async () => {
    const { browser, actor } = await person('chitra@acme.example')
    const { secret } = (await browser.admin('POST', '/me/totp')).body
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: place.clock.now().getTime() })
    const first = code()
    const confirmed = await browser.admin('POST', '/me/totp/confirm', { code: first })
    secrets.push(secret, first, ...confirmed.body.recovery_codes, cookieOf(browser.cookie))
    place.clock.advance(30_000)
    await browser.post('/session/proof', { method: 'totp', code: wrong(code()) })
    await browser.post('/session/proof', { method: 'recovery_code', code: '000000000000' })
    await browser.post('/session/proof', { method: 'totp', code: code() })
    secrets.push(code(), cookieOf(browser.cookie))
    expect((await acts(actor)).slice(-4)).toMatchObject([
      { action: 'person.totp-add' },
      { action: 'person.prove-fail', after: { method: 'totp' } },
      { action: 'person.prove-fail', after: { method: 'recovery_code' } },
      { action: 'person.prove', after: { method: 'totp' } },
    ])
  })

  it('has refused passkeys by their person, at the sign-in and as a proof', async () => {
    const { browser, actor } = await person('devi@acme.example')
    const authenticator = new Authenticator()
    const challenge = async (path: string) => (await browser.post(path)).body.options.challenge
    const made = authenticator.create({ ...PAGE, challenge: await challenge('/passkeys/options') })
    expect((await browser.post('/passkeys', { response: made })).status).toBe(201)
    const stale = await challenge('/session/proof/passkey')
    place.clock.advance(300_000)
    const response = authenticator.get({ ...PAGE, challenge: stale })
    expect((await browser.post('/session/proof', { method: 'passkey', response })).code).toBe('PASSKEY_REFUSED')
    expect((await process.browser().post('/sign-in/passkey', { response })).code).toBe('PASSKEY_REFUSED')
    expect(
      (
        await process
          .browser()
          .post('/sign-in/passkey', { response: new Authenticator().get({ ...PAGE, challenge: stale }) })
      ).code,
    ).toBe('PASSKEY_REFUSED')
    secrets.push(stale)
    expect((await acts(actor)).slice(-3)).toMatchObject([
      { action: 'person.passkey-add' },
      { action: 'person.prove-fail', after: { method: 'passkey' } },
      { action: 'person.sign-in-fail', after: { method: 'passkey' } },
    ])
  })

  it('has portal links that were tried once more or too late, for the account that made them', async () => {
    const { host } = process.server
    const { id: account_id } = await host.get(Accounts).create({ name: 'Acme', role: 'developer', actor: 'test' })
    const linkOf = async () => {
      const input = { account_id, role: 'viewer', person_ref: 'u-1' }
      const token = tokenIn(Object(await host.run('portal-links.create', input, { operator: 'embedder' })).url)
      secrets.push(token)
      return token
    }
    const [used, late] = [await linkOf(), await linkOf()]
    for (const token of [used, used, `pl_${'0'.repeat(40)}`]) await process.browser().post('/enter', { token })
    place.clock.advance(300_000)
    await process.browser().post('/enter', { token: late })
    const query = { accountIds: [account_id], action: 'portal-link.refuse', cursor: null, limit: 10 }
    const { items } = await host.get(AuditLog).list(query)
    expect(items.map(({ actor }) => actor)).toEqual(Array(2).fill(expect.stringMatching(/^stranger:1\.[\w-]{43}$/)))
    expect(new Set(items.map(({ subject }) => subject)).size).toBe(2)
  })
})
