import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  collectingLogger,
  EXPIRED_CERTIFICATE,
  fakeUpstream,
  manualClock,
  reply,
  SELF_SIGNED_CERTIFICATE,
} from '@parakh/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUpstream } from '../create-upstream.ts'
import { ASK_PERSON, attempt, compile, implementation, PERSON, run, troubleOf } from '../testing/described-source.ts'

const { key, cert } = SELF_SIGNED_CERTIFICATE
const PASSPHRASE = 'of the key'
const encrypted = createPrivateKey(key).export({
  ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE },
})
const FILES = {
  ...{ 'client.crt': cert, 'client.key': key, 'encrypted.key': encrypted, 'empty.pem': '' },
  ...{ 'expired.crt': EXPIRED_CERTIFICATE.cert, 'other.key': EXPIRED_CERTIFICATE.key },
}
/** A source that asks for a certificate, and one whose certificate it trusts. */
const TLS = { certificate: 'client.crt', key: 'client.key', ca: 'client.crt' }

let folder = ''
let clock = manualClock()
let upstream: ReturnType<typeof createUpstream>
let server: Awaited<ReturnType<typeof fakeUpstream>>
let url = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parakh-tls-'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  server = await fakeUpstream({ tls: { key, cert, clientCa: cert } })
  url = server.url.replace('127.0.0.1', 'localhost')
})
beforeEach(() => {
  server.reset()
  server.answer(reply.json(PERSON))
  clock = manualClock()
  upstream = createUpstream({ clock, logger: collectingLogger(), folder })
})
afterEach(() => upstream[Symbol.asyncDispose]())
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
const describing = (tls: object, source: object = {}) => ({
  ...{ baseUrl: url, tls, operations: { person: ASK_PERSON } },
  ...source,
})
const ask = (tls: object, source?: object) =>
  run(implementation(upstream, describing(tls, source))['person'], { pan: 'P' }, attempt())

test.each([
  ['from the folder of the configuration', TLS],
  ['with a key that has a passphrase', { ...TLS, key: 'encrypted.key', passphrase: PASSPHRASE }],
])('proves itself by a client certificate %s', async (_, tls) => {
  expect(await ask(tls)).toMatchObject({ name: 'ASHA RAO' })
})

test('proves itself to the endpoint of its tokens too', async () => {
  server.on('/token', reply.json({ access_token: 'first' }))
  const oauth2 = { tokenUrl: `${url}/token`, clientId: 'a', clientSecret: 'b' }
  expect(await ask(TLS, { oauth2 })).toMatchObject({ name: 'ASHA RAO' })
  expect(server.requests.map(({ path }) => path)).toEqual(['/token', '/people/P'])
})

test('is refused without one, and trusts nobody unknown without the authority', async () => {
  expect(await troubleOf(ask({ ca: 'client.crt' }))).toMatchObject({ trouble: 'unavailable' })
  const { ca: _, ...without } = TLS
  expect(await troubleOf(ask(without))).toMatchObject({ trouble: 'unavailable', sent: false })
  expect(server.requests).toEqual([])
})

test.each([
  ['a file that is not there', { ...TLS, key: 'none.key' }, 'key', 'ENOENT'],
  ['a file without a certificate', { ...TLS, certificate: 'empty.pem' }, 'certificate', 'no certificate in PEM'],
  ['a file without a key', { ...TLS, key: 'empty.pem' }, 'key', 'no private key in PEM'],
  ['an authority that is none', { ...TLS, ca: 'client.key' }, 'ca', 'no certificate in PEM'],
  ['the key of another certificate', { ...TLS, key: 'other.key' }, 'key', 'another certificate'],
  ['a key without its passphrase', { ...TLS, key: 'encrypted.key' }, 'key', 'passphrase'],
  ['another passphrase', { ...TLS, key: 'encrypted.key', passphrase: 'wrong-one' }, 'key', 'passphrase'],
  ['a certificate that is over', { ...TLS, certificate: 'expired.crt', key: 'other.key' }, 'certificate', '2020-01-02'],
])('refuses %s at start', (_, tls, place, reason) => {
  const compiled = compile(upstream, describing(tls))
  expect(compiled).toMatchObject([{ code: 'CREDENTIALS_FILE', path: `plugins.registry.live.tls.${place}` }])
  expect(JSON.stringify(compiled)).toContain(reason)
  expect(JSON.stringify(compiled)).not.toContain('wrong-one')
})

test('says the last day of its certificate, where it has one', () => {
  expect(compile(upstream, describing(TLS))).toMatchObject({ certifiedUntil: '2120-01-01' })
  expect(compile(upstream, describing({ ca: 'client.crt' }))).not.toHaveProperty('certifiedUntil')
})

test('refuses a certificate before it begins', () => {
  clock.set(new Date('2019-06-01T00:00:00Z'))
  expect(compile(upstream, describing(TLS))).toMatchObject([{ message: expect.stringContaining('2020-01-01') }])
})

test('refuses certificates for addresses without TLS', () => {
  const plain = { code: 'TLS_NOT_USED', path: 'plugins.registry.live.tls' }
  expect(compile(upstream, describing(TLS, { baseUrl: 'http://registry.invalid' }))).toMatchObject([plain])
  const oauth2 = { tokenUrl: 'http://registry.invalid/token', clientId: 'a', clientSecret: 'b' }
  expect(compile(upstream, describing(TLS, { oauth2 }))).toMatchObject([plain])
})
