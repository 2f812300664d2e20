import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { Accounts, inr, Keys, Wallet } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

type Lines = readonly (readonly [name: string, value: string])[]
type Proxy = (lines: Lines) => Lines

const isNamed =
  (wanted: string) =>
  ([name]: Lines[number]): boolean =>
    name.toLowerCase() === wanted
const without = (lines: Lines, name: string): Lines => lines.filter((line) => !isNamed(name)(line))
const valuesOf = (lines: Lines, name: string): string =>
  lines
    .filter(isNamed(name))
    .map(([, value]) => value)
    .join(', ')
const appended = (lines: Lines, address: string): Lines => [
  ...without(lines, 'x-forwarded-for'),
  ['X-Forwarded-For', [valuesOf(lines, 'x-forwarded-for'), address].filter((part) => part !== '').join(', ')],
]

const direct: Proxy = (lines) => lines
const joinsEqualNames: Proxy = (lines) =>
  [...new Set(lines.map(([name]) => name.toLowerCase()))].map((name) => [name, valuesOf(lines, name)])

/** Proxies, by their effect on the headers of a request. */
const PROXIES: Readonly<Record<string, Proxy>> = {
  'no proxy': direct,
  'a proxy that replaces X-Request-Id': (lines) => [...without(lines, 'x-request-id'), ['X-Request-Id', randomUUID()]],
  'a proxy that adds X-Request-Id after the caller': (lines) => [...lines, ['X-Request-Id', randomUUID()]],
  'a proxy that adds X-Request-Id before the caller': (lines) => [['X-Request-Id', randomUUID()], ...lines],
  'a proxy that drops X-Request-Id': (lines) => without(lines, 'x-request-id'),
  'a proxy that sends an empty X-Request-Id': (lines) => [...without(lines, 'x-request-id'), ['X-Request-Id', '']],
  'a proxy that writes names in lower case': (lines) => lines.map(([name, value]) => [name.toLowerCase(), value]),
  'a proxy that pads values': (lines) => lines.map(([name, value]) => [name, `  ${value}\t `]),
  'a proxy that forwards the address with a port': (lines) => appended(lines, '198.51.100.7:4711'),
  'a proxy that joins equal names': joinsEqualNames,
}
const BASE64 = 'a+b/Cd3EfGhIjKlMnOpQrA=='
const KEYS = ['8e03978e-40d5-43dd-bc93-6894a57f9324', BASE64, '/'.repeat(128)]
const FORMS: readonly ((key: string) => string)[] = [(key) => key, (key) => `"${key}"`, (key) => ` "${key}"\t`]
/** The X-Request-Id lines of a caller beside a key. */
const BESIDE: readonly Lines[] = [
  [],
  [['X-Request-Id', 'trace']],
  [['X-Request-Id', 'ABCPE1234F']],
  [
    ['X-Request-Id', 'one'],
    ['X-Request-Id', 'two'],
  ],
]
/** Malformed keys, and identity numbers. */
const NO_KEYS = [
  ...['', '""', '" "', '"', '"a', 'a"', "'a'b", 'a b', 'a,b', 'a, a', '"a", "a"', '"a","b"', '"a";x', '"a"; x=1'],
  ...['"a" "b"', '"a\\"b"', '"a\\\\"', '\\"a\\"', 'a;b', 'a%2Fb', 'a%00', '<a>', '{a}', ':a:;', '?1,', '(a b)'],
  ...['#a', 'é', '"é"', '\u00a0a', '"\u00a0"', 'x'.repeat(129), `"${'x'.repeat(129)}"`, `"${' '.repeat(2_000)}`],
  ...['ABCPE1234F', '"ABCPE1234F"', 'abcpe1234f', 'ABCPE/1234/F', 'ABCPE-1234-F', '+ABCPE1234F=', '234123412346'],
  ...['"234123412346"', '2341-2341-2346', '2341/2341/2346', '2341+2341+2346', '"2341=2341=2346"'],
]
const CALL_LIMITS = { perEndpoint: 1_000_000, production: 1_000_000, sandbox: 1_000_000 }
const rateLimits = { ...CALL_LIMITS, inFlight: 100_000, failedAuth: 1_000_000, unknownKeys: 1_000_000 }
const PATH = '/api/v1/lookup?code=AA00'

describe('a request with forged or rewritten headers', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let test: ServerForTest
  let proxied: ServerForTest
  const ports = new Map<ServerForTest, number>()
  let lookups = 0
  beforeAll(async () => {
    const find = async (code: string) => {
      lookups += 1
      return { code, name: 'Asha' }
    }
    const plugins = [lookup({ live: live(find) })]
    const server = { port: 0, publicUrl: 'https://api.acme.example' }
    test = await serverForTest({ plugins, config: { server, rateLimits, admin: { enabled: true } } })
    const behindProxy = Object.assign({ trustProxy: ['127.0.0.1'] }, server)
    proxied = await serverForTest({ plugins, config: { server: behindProxy, rateLimits } })
    for (const one of [test, proxied]) ports.set(one, Number(new URL((await one.server.listen()).url).port))
  })
  afterAll(async () => {
    agent.destroy()
    for (const { server } of [test, proxied]) await server.close()
  })

  /** Sends exactly these header lines. */
  async function send(to: ServerForTest, lines: Lines, path = PATH) {
    const host: Lines = lines.some(isNamed('host')) ? [] : [['Host', 'api.acme.example']]
    const headers = [...host, ...lines].flat()
    return await new Promise<{ status: number; text: string; headers: Readonly<Record<string, unknown>> }>(
      (resolve, reject) => {
        const sent = request({ agent, host: '127.0.0.1', port: ports.get(to), path, headers }, (reply) => {
          let text = ''
          reply.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk
          })
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text, headers: reply.headers }))
        })
        sent.on('error', reject).end()
      },
    )
  }
  async function customer(of: ServerForTest) {
    const { id } = await of.host.get(Accounts).create({ name: 'B', role: 'developer' })
    await of.host.get(Accounts).approveKyc(id)
    const wallet = { accountId: id, environment: 'production' } as const
    const credit = { amount: inr('5000'), reference: `funds-${id}`, actor: 't' }
    await of.host.get(Wallet).credit(Object.assign(credit, wallet))
    const { key, apiSecret } = await of.host.get(Keys).create(wallet)
    const pair: Lines = [
      ['X-API-Key', key.publicId],
      ['X-API-Secret', apiSecret],
    ]
    const spent = async () => inr('5000') - (await of.host.get(Wallet).balance(id, 'production')).balance
    return { wallet, publicId: key.publicId, apiSecret, pair, spent }
  }

  it.each(KEYS)('charges one call once for the key %s, in every form and through every proxy', async (key) => {
    const { pair, spent } = await customer(test)
    const before = lookups
    const bodies = new Set<string>()
    for (const [name, proxy] of Object.entries(PROXIES))
      for (const form of FORMS)
        for (const beside of BESIDE) {
          const reply = await send(test, proxy([...pair, ...beside, ['Idempotency-Key', form(key)]]))
          expect([name, reply.status, reply.headers['idempotency-key']]).toEqual([name, 200, key])
          expect(JSON.stringify(reply.headers)).not.toContain('ABCPE1234F')
          bodies.add(reply.text)
        }
    expect([bodies.size, lookups - before, await spent()]).toEqual([1, 1, inr('0.50')])
  })

  it.each(Object.entries(PROXIES))('rejects every malformed key without a charge, through %s', async (_, proxy) => {
    const { pair, spent } = await customer(test)
    const before = lookups
    for (const value of NO_KEYS) {
      const reply = await send(test, proxy([...pair, ['X-Request-Id', 'trace'], ['Idempotency-Key', value]]))
      expect([value, reply.status, JSON.parse(reply.text).error.code]).toEqual([value, 400, 'INVALID_REQUEST_ID'])
      expect(reply.headers['idempotency-key']).toBeUndefined()
    }
    for (const lines of [
      ['k', 'k'],
      ['"k"', '"k"'],
      ['k', ''],
      ['', 'k'],
      ['"k', 'k"'],
    ] as const) {
      const keys: Lines = lines.map((value) => ['Idempotency-Key', value])
      expect([lines, (await send(test, proxy([...pair, ...keys]))).status]).toEqual([lines, 400])
    }
    expect([lookups - before, await spent()]).toEqual([0, 0])
  })

  it('charges keys apart that only look alike', async () => {
    const { pair, spent } = await customer(test)
    const long = 'y'.repeat(127)
    const alike = [
      'K',
      'k',
      'k=',
      'k==',
      '/k',
      'k/',
      'k+',
      'k.',
      '.',
      '..',
      '0',
      '00',
      '-',
      '--',
      `${long}a`,
      `${long}b`,
    ]
    for (const key of [...alike, ...alike]) await send(test, [...pair, ['Idempotency-Key', key]])
    expect(await spent()).toBe(inr('0.50') * alike.length)
  })

  it('rejects mixed credentials of two accounts', async () => {
    const [mine, victim] = [await customer(test), await customer(test)]
    const token = async ({ publicId, apiSecret }: typeof mine) => {
      const payload = { api_key: publicId, api_secret: apiSecret }
      const reply = await test.app.inject({ method: 'POST', url: '/api/v1/auth/token', payload })
      return `Bearer ${reply.json().data.access_token}`
    }
    const [mineToken, victimToken] = [await token(mine), await token(victim)]
    const { publicId: a, apiSecret: b } = mine
    const { publicId: v, apiSecret: w } = victim
    const keys = [[v], [a, v], [v, a], [`${a},${v}`], [`${v};${a}`], [`"${v}"`], [v.toLowerCase(), v], [`${v}\u00a0`]]
    const secrets = [[b], [b, w], ['undefined'], [''], [`${w}0`], [w, w]]
    const bearers: readonly Lines[] = [
      [],
      [['Authorization', mineToken]],
      [['Authorization', `${victimToken}x`]],
      [['Authorization', `${mineToken},${victimToken}`]],
    ]
    for (const proxy of [direct, joinsEqualNames])
      for (const key of keys)
        for (const secret of secrets)
          for (const bearer of bearers) {
            const pair = [
              ...key.map((value) => ['X-API-Key', value] as const),
              ...secret.map((value) => ['X-API-Secret', value] as const),
            ]
            const reply = await send(test, proxy([...pair, ...bearer]))
            expect([key, secret, bearer.length, reply.status]).toEqual([key, secret, bearer.length, 401])
          }
    expect([await mine.spent(), await victim.spent()]).toEqual([0, 0])
  })

  const SPOOFED = [
    ...['203.0.113.9', '203.0.113.9:80', '[::ffff:203.0.113.9]', '::ffff:cb00:7109', '127.0.0.1', '::1', 'unknown', ''],
    ...['203.0.113.9, 203.0.113.9', '203.0.113.9,', ',203.0.113.9', '203.0.113.9, 127.0.0.1', 'for=203.0.113.9', '"'],
    ...['203.0.113.9%eth0', '203.0.113.9\u00a0', '0:0:0:0:0:ffff:203.0.113.9', 'localhost', '0', '3405803785'],
  ]
  const CARRIERS = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'True-Client-IP', 'CF-Connecting-IP']

  it.each([
    ['203.0.113.9', 200],
    ['203.0.113.9:4711', 200],
    ['198.51.100.7', 403],
    ['198.51.100.7:4711', 403],
    ['2001:db8::7', 403],
  ])('ignores forged addresses if the trusted proxy appends %s', async (address, status) => {
    const { wallet } = await customer(proxied)
    const restricted = Object.assign({ ipRanges: ['203.0.113.0/24'] }, wallet)
    const { key, apiSecret } = await proxied.host.get(Keys).create(restricted)
    const pair: Lines = [
      ['X-API-Key', key.publicId],
      ['X-API-Secret', apiSecret],
    ]
    for (const text of SPOOFED)
      for (const name of CARRIERS) {
        const spoofed: Lines = [[name, text]]
        const reply = await send(proxied, appended([...pair, ...spoofed, ...spoofed], address))
        expect([name, text, reply.status]).toEqual([name, text, status])
      }
  })

  it('shows no forged host in any text without trusted proxies', async () => {
    const evil = ['evil.example', 'api.acme.example.evil.example', 'evil.example:443', '[2001:db8::bad]:1', 'evil_host']
    const names = ['Host', 'X-Forwarded-Host', 'X-Host', 'X-Original-Host', 'X-Forwarded-Server', 'Forwarded', 'Origin']
    const paths = ['/openapi.json', '/postman.json', '/nowhere', '/healthz', '/admin/v1/accounts', '/docs', '/', PATH]
    for (const path of paths)
      for (const name of names)
        for (const host of evil) {
          const value = name === 'Forwarded' ? `host=${host}` : host
          const { text, headers } = await send(test, [[name, value]], path)
          expect([path, name, `${text}${JSON.stringify(headers)}`.includes(host)]).toEqual([path, name, false])
        }
  })
})
