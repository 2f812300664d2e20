import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrowserReply } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'

const PROVIDER = {
  // Nothing answers there.
  ...{
    name: 'Acme',
    issuer: 'http://127.0.0.1:9',
    clientId: 'id',
    clientSecret: randomBytes(24).toString('base64url'),
  },
  ...{ domains: ['*'], secondFactor: 'own' as const },
}
const PASSKEY = {
  ...{ id: 'AA', rawId: 'AA', type: 'public-key' },
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
}
let made = 0

describe.each(['sqlite3', 'pg'] as const)('the limits of a sign-in on %s', (client) => {
  let place: ConsolePlace
  let one: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    one = await place.open({ sso: { acme: PROVIDER } })
  })
  afterAll(() => place.end())
  const browserOf = () => {
    made += 1
    return one.browser({ ip: `198.51.100.${made}` })
  }
  const limited = ({ status, code, headers }: BrowserReply) => [status, code, headers['retry-after']]

  it.each([
    ['portal links', 60, '/enter', { token: 'pl_0' }, 'PORTAL_LINK_ENDED'],
    ['passkeys', 60, '/sign-in/passkey', { response: PASSKEY }, 'PASSKEY_REFUSED'],
    ['challenges of passkeys', 200, '/sign-in/passkey/options', {}, undefined],
    [
      ...(['answers of a provider', 60, '/sign-in/sso/finish'] as const),
      ...([{ provider: 'acme', sign_in: '0', query: '?code=0' }, 'SSO_UNREACHABLE'] as const),
    ],
  ])('are, for %s, %i from one network in ten minutes, and leave others alone', async (_, most, path, body, code) => {
    const browser = browserOf()
    for (let n = 0; n < most; n += 1) expect((await browser.post(path, body)).code).toBe(code)
    expect(limited(await browser.post(path, body))).toEqual([429, 'TOO_MANY_ATTEMPTS', '600'])
    expect((await browserOf().post(path, body)).code).toBe(code)
  })

  it('are ten accounts that are opened from one network in an hour; sign-ups that fail use up none', async () => {
    made += 1
    const ip = `198.51.100.${made}`
    const open = async (n: number, account_name: string) => {
      const browser = one.browser({ ip })
      await browser.signIn(`limits${made}-${n}@acme.example`)
      return await browser.post('/sign-up', { account_name })
    }
    for (let n = 0; n < 5; n += 1) expect((await open(n, 'ABCPE1234F')).status).toBe(422)
    for (let n = 0; n < 10; n += 1) expect((await open(n, 'Acme')).status).toBe(201)
    place.clock.advance(600_000)
    expect(limited(await open(10, 'Acme'))).toEqual([429, 'TOO_MANY_ATTEMPTS', '3000'])
  })

  it('are five codes for a proof of one session in ten minutes', async () => {
    const browser = browserOf()
    await browser.signUp(`limits${made}@acme.example`)
    place.clock.advance(600_000)
    for (let n = 0; n < 5; n += 1) expect((await browser.post('/session/proof/code')).status).toBe(202)
    expect(limited(await browser.post('/session/proof/code'))).toEqual([429, 'TOO_MANY_ATTEMPTS', '600'])
  })
})
