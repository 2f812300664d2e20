import { expect, it } from 'vitest'
import { isInRanges, rangeOf } from './address-ranges.ts'

it.each([
  ['203.0.113.9', ['203.0.113.0/24'], true],
  ['203.0.114.9', ['203.0.113.0/24'], false],
  ['203.0.113.9', ['198.51.100.7', '203.0.113.9'], true],
  ['203.0.113.9', ['203.0.113.8/31'], true],
  ['203.0.113.10', ['203.0.113.8/31'], false],
  ['203.0.113.9', ['0.0.0.0/0'], true],
  ['203.0.113.9', ['::/0'], false],
  ['2001:db8::9', ['2001:db8::/32'], true],
  ['2001:db9::9', ['2001:db8::/32'], false],
  ['2001:db8:0:0:0:0:0:9', ['2001:db8::9'], true],
  ['::1', ['::1'], true],
  ['', ['0.0.0.0/0'], false],
  ['203.0.113.9', [], false],
] as const)('says whether %s lies in %j: %s', (address, ranges, inside) => {
  expect(isInRanges(address, ranges)).toBe(inside)
})

it.each(['203.0.113.0', '2001:db8:0::', '1.kQ3mZ8x0', ''])(
  'names no range of %j, which is no whole address',
  (kept) => {
    expect(rangeOf(kept)).toBeNull()
  },
)

it('names the range of one address', () => {
  expect([rangeOf('203.0.113.9'), rangeOf('2001:db8::9')]).toEqual(['203.0.113.9/32', '2001:db8::9/128'])
})
