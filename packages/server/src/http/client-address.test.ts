import { describe, expect, it } from 'vitest'
import { adminForTest } from '../../test/admin-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'
import { serverForTest } from '../../test/server-for-test.ts'
import { clientAddress } from './client-address.ts'

const PEER = '10.0.0.1'
const of = (...hops: (string | undefined)[]) => clientAddress({ ip: '', ips: hops as string[] })

describe('the address of a caller', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::1%<script>', 'fe80::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
  ])('reads the forwarded %s as %s', (text, address) => {
    expect(of(PEER, text)).toBe(address)
  })

  it.each([
    ...[
      'unknown',
      '_hidden',
      '',
      ' ',
      '-',
      '203.0.113.9 ',
      '203.0.113',
      '203.0.113.256',
      '0203.0.113.009',
      '3405803785',
    ],
    ...[
      '0xcb007109',
      '203.0.113.9/24',
      '203.0.113.9:port',
      '203.0.113.9:123456',
      '[203.0.113.9]',
      '[2001:db8::1',
      ':::',
    ],
    ...[
      '2001:db8::1]:443',
      '2001:db8::g',
      '"203.0.113.9"',
      'for=203.0.113.9',
      "' or 1=1 --",
      '\u001b[31m',
      'example.com',
    ],
    ...['x'.repeat(10_000), `fe80::1%${'x'.repeat(10_000)}`, `${'1:'.repeat(5_000)}1`],
  ])('uses the last trusted peer instead of %j', (text) => {
    expect(of(PEER, text)).toBe(PEER)
    expect(of(PEER, '10.0.0.2', text, '203.0.113.9')).toBe('10.0.0.2')
  })

  it('is the peer itself without proxies, as IPv4 where it is mapped', () => {
    expect(clientAddress({ ip: '::ffff:127.0.0.1' })).toBe('127.0.0.1')
    expect(clientAddress({ ip: '203.0.113.9' })).toBe('203.0.113.9')
  })

  it('is forwarded by a trusted proxy on a Unix socket, and otherwise unknown', () => {
    expect(of(undefined, '203.0.113.9')).toBe('203.0.113.9')
    expect(of(undefined, 'garbage')).toBe('')
  })
})

describe('a forwarded text that is no address', () => {
  const proxied = (trustProxy: true | readonly string[]) =>
    serverForTest({
      plugins: [lookup()],
      config: { server: { port: 0, trustProxy: trustProxy as string[] } },
    })

  it.each([
    ['all proxies', true],
    ['one proxy', ['loopback']],
  ] as const)('reaches no usage row and no limit behind %s', async (_, trustProxy) => {
    const test = await proxied(trustProxy)
    const forwarded = (text: string) => ({ ...test.sandbox.headers, 'x-forwarded-for': text })
    const texts = ['<b>eve</b>', '1.2.3.4:99999999', '=cmd()', 'x'.repeat(5_000), '203.0.113.9 junk']
    for (const text of texts) await test.app.inject({ url: '/api/v1/lookup?code=AA00', headers: forwarded(text) })
    await test.app.inject({ url: '/api/v1/lookup?code=AA00', headers: forwarded('[2001:DB8::9]:443') })
    const query = { account_id: test.account.id, environment: 'sandbox' } as const
    const usage = () => test.server.host.run('usage.list', query, { operator: 't' })
    await expect.poll(usage).toMatchObject({
      items: [{ ip: '2001:db8::9' }, ...texts.map(() => ({ ip: '127.0.0.1' }))],
    })
    // One address has one budget, whatever a header says.
    const unknown = async (index: number) =>
      (await test.app.inject({ url: '/nowhere', headers: { 'x-forwarded-for': `nobody ${index}` } })).statusCode
    const answers: number[] = []
    for (let index = 0; index < 70; index += 1) answers.push(await unknown(index))
    expect(answers.at(-1)).toBe(429)
    await test.server.close()
  })

  it('does not multiply the guesses at an admin token', async () => {
    const test = await adminForTest({ rateLimits: { failedAuth: 3 }, server: { port: 0, trustProxy: true } })
    const guess = (index: number) =>
      test.ask({ url: '/accounts', as: 'adm_wrong', headers: { 'x-forwarded-for': `garbage ${index}` } })
    const statuses: number[] = []
    for (let index = 0; index < 4; index += 1) statuses.push((await guess(index)).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    await test.close()
  })

  it('passes no restriction of a key to addresses', async () => {
    const test = await proxied(true)
    const restricted = { accountId: test.account.id, environment: 'sandbox', ipRanges: ['203.0.113.0/24'] } as const
    const { key, apiSecret } = await test.store.keys.create(restricted)
    const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
    const call = async (forwarded: string) =>
      (
        await test.app.inject({
          url: '/api/v1/lookup?code=AA00',
          headers: { ...headers, 'x-forwarded-for': forwarded },
        })
      ).statusCode
    expect(await call('203.0.113.9:4711')).toBe(200)
    expect(await call('::ffff:203.0.113.9')).toBe(200)
    expect(await call('203.0.113.9, garbage')).toBe(403)
    expect(await call('203.0.113.9 garbage')).toBe(403)
    await test.server.close()
  })
})
