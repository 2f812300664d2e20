import { describe, expect, it } from 'vitest'
import { registrationCheck, targetFinder } from './check-target.ts'
import { systemResolver } from './resolve-host.ts'
import type { TargetPolicy } from './target.ts'

const PUBLIC = ['93.184.216.34', '1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:830::200e']
/** Reliability.md section 3: one address of each range, at its two ends where that matters. */
const PRIVATE_V4 = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1'],
  ...[
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
  ],
  ...['192.168.0.1', '192.168.255.255', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
]
const PRIVATE_V6 = [
  ...[
    '::',
    '::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fdff::1',
    'ff02::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
  ],
  ...['2002:7f00:1::', '64:ff9b::7f00:1', '64:ff9b:1::1', '5f00::1', '2001::1', '2001:10::1', '::7f00:1', '4000::1'],
  ...PRIVATE_V4.map((address) => `::ffff:${address}`),
  ...PUBLIC.filter((address) => address.includes('.')).map((address) => `::ffff:${address}`),
]

const octets = (address: string): readonly number[] => address.split('.').map(Number)
const asNumber = (address: string): number => octets(address).reduce((sum, part) => sum * 256 + part, 0)
const hex = (number: number): string => `0x${number.toString(16)}`
const octal = (number: number): string => `0${number.toString(8)}`
/** Every way in which an IPv4 address can be written in a URL. */
const FORMS: Readonly<Record<string, (address: string) => string>> = {
  plain: (address) => address,
  dotted: (address) => `${address}.`,
  decimal: (address) => `${asNumber(address)}`,
  hexadecimal: (address) => hex(asNumber(address)),
  octal: (address) => octal(asNumber(address)),
  'hexadecimal by octet': (address) => octets(address).map(hex).join('.'),
  'octal by octet': (address) => octets(address).map(octal).join('.'),
  short: (address) => {
    const [first = 0, ...rest] = octets(address)
    return `${first}.${rest.reduce((sum, part) => sum * 256 + part, 0)}`
  },
  percent: (address) => address.replaceAll('.', '%2e'),
  'full-width': (address) => address.replaceAll('.', '\u3002'),
  'within IPv6': (address) => `[::ffff:${address}]`,
  'within IPv6, in hexadecimal': (address) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets(address)
    return `[::ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}]`
  },
  'within IPv6, at length': (address) => `[0:0:0:0:0:ffff:${address}]`,
}

const closed: TargetPolicy = { allowInsecure: false, allowTargets: [] }
const resolving = (addresses: readonly string[]) => async () => addresses
const register = (url: string, addresses: readonly string[] = PUBLIC, policy = closed) =>
  registrationCheck({ policy, resolve: resolving(addresses) })(url)
const refused = { code: 'WEBHOOK_TARGET_NOT_ALLOWED' }

describe('an address of an endpoint', () => {
  it.each(Object.entries(FORMS))('is refused where it is private, written %s', async (_, write) => {
    for (const address of PRIVATE_V4)
      await expect(register(`https://${write(address)}/hook`), `${address}`).rejects.toMatchObject(refused)
  })

  it.each(PRIVATE_V6)('is refused where it is %s', async (address) => {
    await expect(register(`https://[${address}]/hook`)).rejects.toMatchObject(refused)
  })

  it.each(PUBLIC)('is taken where it is %s', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    expect(await register(`https://${host}/hook`)).toBe(`https://${host}/hook`)
  })

  it.each([
    ...['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', 'metadata.google.internal', 'printer', 'router.lan'],
    ...['db.svc', 'db.default.svc.cluster.local', 'wiki.corp', 'nas.home.arpa', 'localhost.localdomain', 'x.onion'],
    'loc\u00adalhost',
  ])('is refused by its name, whatever it stands for: %s', async (name) => {
    await expect(register(`https://${name}/hook`)).rejects.toMatchObject(refused)
  })

  it.each([...PRIVATE_V4, ...PRIVATE_V6])('is refused where its name stands for %s', async (address) => {
    await expect(register('https://hooks.example.in/', [address])).rejects.toMatchObject(refused)
  })

  it('is taken where its name has one public address, and only that one is connected to', async () => {
    const find = targetFinder({ policy: closed, resolve: resolving(['127.0.0.1', '93.184.216.34', '::1']) })
    expect(await find('https://hooks.example.in/')).toMatchObject({ addresses: ['93.184.216.34'], problem: null })
  })

  it.each([
    ...['http://hooks.example.in/', 'ftp://hooks.example.in/', 'file:///etc/passwd', 'javascript:alert(1)', 'hooks'],
    ...['https://user@hooks.example.in/', 'https://:secret@hooks.example.in/', 'https://hooks.example.in:22/', ''],
    ...['https://hooks.example.in:6379/', 'https://hooks.example.in:80/', 'https://1.1.1.1:22/', 'https://'],
    ...['gopher://hooks.example.in/', `https://hooks.example.in/${'a'.repeat(2_048)}`],
  ])('is refused by what it is: %s', async (url) => {
    await expect(register(url)).rejects.toMatchObject(refused)
  })

  it('never shows itself in the error', async () => {
    const error = await register('https://user:hunter2@hooks.example.in/token-abc').catch(String)
    expect(error).toContain('user name')
    expect(error).not.toMatch(/hunter2|token-abc|example/)
  })

  it('is taken while its name stands for nothing yet, and blocked by then', async () => {
    expect(await register('https://hooks.example.in/', [])).toBe('https://hooks.example.in/')
    const find = targetFinder({ policy: closed, resolve: async () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await find('https://hooks.example.in/')).toMatchObject({ addresses: [], problem: 'DNS_FAILED' })
  })

  it('keeps its path and query, and loses its fragment', async () => {
    expect(await register('https://Hooks.Example.in:443/a?b=c#d')).toBe('https://hooks.example.in/a?b=c')
  })
})

describe('a host that allows targets of its own', () => {
  const open = { allowInsecure: true, allowTargets: ['10.1.0.0/16', '127.0.0.1', 'fd00::/8'] }

  it.each([
    'http://10.1.2.3:8123/hook',
    'https://10.1.2.3/',
    'http://127.0.0.1:9000/',
    'http://[fd00::1]:81/',
    'http://[::ffff:10.1.2.3]/',
  ])('takes %s', async (url) => {
    expect(await register(url, [], open)).toMatch(/^https?:/)
  })
  it.each([
    'http://10.2.2.3/',
    'http://127.0.0.2/',
    'http://169.254.169.254/',
    'http://[fe80::1]/',
    'http://1.1.1.1:22/',
  ])('refuses %s still', async (url) => {
    await expect(register(url, [], open)).rejects.toMatchObject(refused)
  })
  it('takes a name of its own network where that stands for an allowed address, and no other', async () => {
    expect(await register('http://billing.internal:8123/', ['10.1.2.3'], open)).toBe('http://billing.internal:8123/')
    await expect(register('http://billing.internal/', ['10.2.2.3'], open)).rejects.toMatchObject(refused)
    await expect(register('http://billing.internal/', ['1.1.1.1'], open)).rejects.toMatchObject(refused)
    await expect(register('http://billing.internal/', [], open)).rejects.toMatchObject(refused)
  })
  it('takes localhost for this machine, whatever a name server says', async () => {
    const resolve = systemResolver({ localNames: true })
    expect(await registrationCheck({ policy: open, resolve })('http://localhost:9000/')).toBe('http://localhost:9000/')
    await expect(register('http://localhost:9000/', ['127.0.0.2'], open)).rejects.toMatchObject(refused)
  })
  it('does not take plain http for that alone', async () => {
    await expect(register('http://10.1.2.3/', [], { ...open, allowInsecure: false })).rejects.toMatchObject(refused)
  })
})
