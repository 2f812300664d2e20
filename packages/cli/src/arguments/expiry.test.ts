import { expect, it } from 'vitest'
import { parseExpiry } from './expiry.ts'

it.each([
  ['2027-03-31', '2027-03-31T18:30:00.000Z'],
  ['2028-02-29', '2028-02-29T18:30:00.000Z'],
  ['2027-03-31T18:00:00Z', '2027-03-31T18:00:00.000Z'],
  ['2027-03-31T18:00+05:30', '2027-03-31T12:30:00.000Z'],
])('reads %s as %s', (text, time) => {
  expect(parseExpiry(text).toISOString()).toBe(time)
})

it.each([
  '',
  'tomorrow',
  '31-03-2027',
  '2027-02-29',
  '2027-02-29T10:00:00Z',
  '2027-03-31T18:00:00',
  '2027-03-31T24:30Z',
])('refuses "%s"', (text) => {
  expect(() => parseExpiry(text)).toThrow('Allowed: a day')
})
