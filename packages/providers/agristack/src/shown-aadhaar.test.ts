import { Aadhaar } from '@parakh/core/formats'
import { describe, expect, it } from 'vitest'
import { isShownOf, ShownAadhaar } from './shown-aadhaar.ts'

const asked = Aadhaar.parse('234123412346')

describe('what a source shows of an Aadhaar number', () => {
  it.each([
    '234123412346',
    '2341 2341 2346',
    '2341-2341-2346',
    'xxxxxxxx2346',
    '********2346',
    ' XXXX XXXX 2346 ',
    '2XXX-XXXX-2346',
    '12346',
    '2346',
  ])('is of the number asked about, given %s, and leaves masked', (given) => {
    const shown = ShownAadhaar.parse(given)
    expect(isShownOf(shown, asked)).toBe(true)
    expect(JSON.stringify(shown)).toBe('"XXXX XXXX 2346"')
  })
  it.each([
    ['whole', '300000052346'],
    ['whole, with spaces', '3000 0005 2346'],
    ['but for a digit', '334123412346'],
    ['in its first digit', '3XXX XXXX 2346'],
    ['in five digits', '02346'],
    ['in its last digits', 'XXXX XXXX 2347'],
    ['with more digits than there are', '1234123412346'],
  ])('is of another number, %s', (_, given) => {
    expect(isShownOf(ShownAadhaar.parse(given), asked)).toBe(false)
  })
  it.each(['', 'XXXX XXXX', '2346XXXXXXXX', 42])('must end in four digits, which %j does not', (given) => {
    expect(ShownAadhaar.safeParse(given).success).toBe(false)
  })
})
