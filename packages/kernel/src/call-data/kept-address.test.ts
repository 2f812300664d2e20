import { describe, expect, it } from 'vitest'
import { keptAddress } from './kept-address.ts'

const hash = (text: string): string => `hash of ${text}`

describe('the address of a caller', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::'],
    ['2001:db8::8a2e:370:7348', '2001:db8:0::'],
    ['::1', '0:0:0::'],
    ['fe80::1%eth0', 'fe80:0:0::'],
    ['', ''],
    ['not an address', ''],
  ])('%s is kept as %s where networks alone are', (address, kept) => {
    expect(keptAddress(address, { keptAddresses: 'truncated' }, hash)).toBe(kept)
  })

  it('is kept whole unless the setting says otherwise, and as one hash however it is written', () => {
    for (const settings of [{}, { keptAddresses: 'whole' }] as const)
      expect(keptAddress('203.0.113.77', settings, hash)).toBe('203.0.113.77')
    for (const address of ['203.0.113.77', '::ffff:203.0.113.77'])
      expect(keptAddress(address, { keptAddresses: 'hashed' }, hash)).toBe('hash of address 203.0.113.77')
  })
})
