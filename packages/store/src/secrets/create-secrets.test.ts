import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSecrets } from './create-secrets.ts'
import { createKeyedHashes } from './keyed-hash.ts'

const old = { id: '2025', value: 'the older pepper' }
const current = { id: '2026', value: 'the newer pepper' }

describe('createSecrets', () => {
  it('hashes by HMAC-SHA-256 under the first pepper and names it', () => {
    const expected = createHmac('sha256', current.value).update('482913').digest('base64url')
    expect(createSecrets([current, old]).hash('482913')).toBe(`2026.${expected}`)
  })

  it('recognises what an older pepper made, and nothing else', () => {
    const made = createSecrets([old]).hash('482913')
    const secrets = createSecrets([current, old])
    expect(secrets.matches('482913', made)).toBe(true)
    expect(secrets.matches('482914', made)).toBe(false)
    expect(secrets.matches('482913', `${made}x`)).toBe(false)
    expect(secrets.matches('482913', made.replace('2025', '2026'))).toBe(false)
    expect(secrets.matches('482913', 'no key id')).toBe(false)
  })

  it('matches nothing once the pepper has left the list', () => {
    expect(createSecrets([current]).matches('482913', createSecrets([old]).hash('482913'))).toBe(false)
  })

  it('makes as many decimal digits as asked, leading zeros included', () => {
    const secrets = createSecrets([current])
    for (const count of [1, 6, 32]) expect(secrets.digits(count)).toMatch(new RegExp(`^\\d{${count}}$`))
    expect(createSecrets([current], () => 0).digits(6)).toBe('000000')
  })

  it('uses every digit', () => {
    const secrets = createSecrets([current])
    const seen = new Set(Array.from({ length: 40 }, () => secrets.digits(32)).join(''))
    expect([...seen].sort().join('')).toBe('0123456789')
  })

  it.each([0, 33, 1.5, Number.NaN])('refuses %s digits', (count) => {
    expect(() => createSecrets([current]).digits(count)).toThrow(expect.objectContaining({ code: 'INVALID_OPTIONS' }))
  })

  it.each([
    ['no pepper', []],
    ['an empty value', [{ id: 'a', value: '' }]],
    ['an id with a dot', [{ id: 'a.b', value: 'x' }]],
    ['an id twice', [current, current]],
  ])('refuses %s', (_what, peppers) => {
    expect(() => createSecrets(peppers)).toThrow(expect.objectContaining({ code: 'PEPPER_INVALID' }))
  })
})

describe('createKeyedHashes', () => {
  it('gives a hash under every pepper, the newest first', () => {
    const all = createKeyedHashes([current, old]).all('text')
    expect(all.map(({ keyId }) => keyId)).toEqual(['2026', '2025'])
    expect(all[1]).toEqual(createKeyedHashes([old]).make('text'))
  })
})
