import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'
import { identityProvider, type PublishedKey } from '../../test/identity-provider.ts'

const RETURN = 'https://console.example/console/sso'
const PEOPLE = { asha: { email: 'asha@acme.example', email_verified: true } }
type Claims = Readonly<Record<string, unknown>>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string): Claims => JSON.parse(Buffer.from(`${token.split('.')[1]}`, 'base64url').toString())
const rsaPair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })
const signed = (key: KeyObject, claims: Claims, header: Claims = {}) => {
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'one', ...header })}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}
const published = (key: KeyObject, more: PublishedKey = { kid: 'one' }): PublishedKey => ({
  ...createPublicKey(key).export({ format: 'jwk' }),
  alg: 'RS256',
  use: 'sig',
  ...more,
})

describe('the ID token of a provider', () => {
  const own = rsaPair().privateKey
  const foreign = rsaPair().privateKey
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let place: ConsolePlace
  let idp: Awaited<ReturnType<typeof identityProvider>>
  let one: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    idp = await identityProvider(PEOPLE, [RETURN])
    const { issuer, clientId, clientSecret } = idp
    const acme = { name: 'Acme', issuer, clientId, clientSecret, domains: ['*'], secondFactor: 'own' as const }
    // Each entry downloads the keys for itself, at its first sign-in.
    one = await place.open({ sso: { main: acme, ambiguous: acme, single: acme, encryption: acme, rotated: acme } })
  })
  afterAll(async () => {
    await place.end()
    await idp.close()
  })
  afterEach(() => void vi.useRealTimers())

  async function signIn(provider: string, idToken: (genuine: Claims) => string) {
    idp.replaced.idToken = (genuine) => idToken(claimsOf(genuine))
    const browser = one.browser()
    const begun = await browser.post('/sign-in/sso', { provider })
    const { search } = await idp.signIn(begun.body.url, 'asha')
    const reply = await browser.post('/sign-in/sso/finish', {
      provider,
      sign_in: begun.body.sign_in,
      query: search,
    })
    return [reply.status, reply.code ?? null, browser.cookie === null ? 'no session' : 'session']
  }
  const accepted = [200, null, 'session']
  const refused = [401, 'SSO_REFUSED', 'no session']
  const pem = () => createPublicKey(own).export({ type: 'spki', format: 'pem' })

  it.each<[string, (claims: Claims) => string]>([
    ['without a signature (alg none)', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['without a signature (alg None)', (claims) => `${encode({ alg: 'None', kid: 'one' })}.${encode(claims)}.`],
    ['with an empty RS256 signature', (claims) => signed(own, claims).replace(/[^.]*$/, '')],
    ['signed by a key of nobody', (claims) => signed(foreign, claims)],
    ['signed by the key that it brings along', (claims) => signed(foreign, claims, { jwk: published(foreign) })],
    [
      'whose claims were changed after signing',
      (claims) => {
        const [header, , signature] = signed(own, claims).split('.')
        return `${header}.${encode({ ...claims, email: 'owner@acme.example' })}.${signature}`
      },
    ],
    [
      'signed by HS256 with the public key',
      (claims) => {
        const content = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims)}`
        return `${content}.${createHmac('sha256', pem()).update(content).digest('base64url')}`
      },
    ],
    [
      'signed by HS256 with the client secret',
      (claims) => {
        const content = `${encode({ alg: 'HS256' })}.${encode(claims)}`
        return `${content}.${createHmac('sha256', idp.clientSecret).update(content).digest('base64url')}`
      },
    ],
    ['for another client', (claims) => signed(own, { ...claims, aud: 'other' })],
    ['for several clients without azp', (claims) => signed(own, { ...claims, aud: ['parakh', 'other'] })],
    [
      'for several clients, issued to another',
      (claims) => signed(own, { ...claims, aud: ['parakh', 'other'], azp: 'other' }),
    ],
    ['issued to another client', (claims) => signed(own, { ...claims, azp: 'other' })],
    ['of another issuer', (claims) => signed(own, { ...claims, iss: 'https://idp.example' })],
    ['of another sign-in', (claims) => signed(own, { ...claims, nonce: 'other' })],
    ['without a nonce', (claims) => signed(own, { ...claims, nonce: undefined })],
    ['that has expired', (claims) => signed(own, { ...claims, exp: Number(claims['iat']) - 120 })],
    ['that never expires', (claims) => signed(own, { ...claims, exp: undefined })],
    ['without the time of issue', (claims) => signed(own, { ...claims, iat: undefined })],
    ['whose time of issue is no number', (claims) => signed(own, { ...claims, iat: 'now' })],
    ['that names a key of nobody', (claims) => signed(own, claims, { kid: '../../one' })],
    ['with a critical extension', (claims) => signed(own, claims, { crit: ['b64'], b64: false })],
  ])('refuses a token %s', async (_, token) => {
    idp.replaced.keys = [published(own), published(elliptic.privateKey, { kid: 'two', alg: 'ES256' })]
    expect(await signIn('main', (claims) => signed(own, claims))).toEqual(accepted)
    expect(await signIn('main', token)).toEqual(refused)
  })

  it('refuses a token without kid if two keys fit, and accepts it if one does', async () => {
    const withoutKid = (claims: Claims) => signed(own, claims, { kid: undefined })
    idp.replaced.keys = [published(own), published(foreign, { kid: 'two' })]
    expect(await signIn('ambiguous', withoutKid)).toEqual(refused)
    idp.replaced.keys = [published(own)]
    expect(await signIn('single', withoutKid)).toEqual(accepted)
  })

  it('refuses a token signed by a key that the provider published for encryption', async () => {
    idp.replaced.keys = [published(own, { kid: 'one', use: 'enc' })]
    expect(await signIn('encryption', (claims) => signed(own, claims))).toEqual(refused)
  })

  it('reads the keys again when a token names a new one, at most once a minute', async () => {
    idp.replaced.keys = [published(own)]
    expect(await signIn('rotated', (claims) => signed(own, claims))).toEqual(accepted)
    const { downloads } = idp.replaced
    idp.replaced.keys = [published(foreign, { kid: 'rotated' })]
    const rotated = (claims: Claims) => signed(foreign, claims, { kid: 'rotated' })
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await signIn('rotated', rotated)).toEqual(refused)
    expect(idp.replaced.downloads).toBe(downloads)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await signIn('rotated', rotated)).toEqual(accepted)
    expect(await signIn('rotated', (claims) => signed(own, claims))).toEqual(refused)
    expect(idp.replaced.downloads).toBe(downloads + 1)
  })
})
