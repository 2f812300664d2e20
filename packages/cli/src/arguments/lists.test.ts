import { expect, it } from 'vitest'
import { parseList, parseRanges } from './lists.ts'

it('drops spaces and empty items', () => {
  expect(parseList('pan-details, ifsc-details,')).toEqual(['pan-details', 'ifsc-details'])
})

it('refuses a list of nothing', () => {
  expect(() => parseList(' , ')).toThrow('one or more items')
})

it('takes a bare address as a range of one', () => {
  expect(parseRanges('203.0.113.7,2001:db8::/32')).toEqual(['203.0.113.7/32', '2001:db8::/32'])
})

it.each(['203.0.113.0/33', '203.0.113/24', 'example.org', '10.0.0.0/8/8', '::1/129', '10.0.0.0/-1'])(
  'refuses %s',
  (text) => {
    expect(() => parseRanges(text)).toThrow(`"${text}" is no address range`)
  },
)
