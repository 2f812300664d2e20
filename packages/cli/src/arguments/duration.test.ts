import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

it.each([
  ['0', 0],
  ['90s', 90],
  ['30m', 1_800],
  ['24h', 86_400],
  ['7d', 604_800],
])('reads %s as %i seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

it.each(['', '24', 'h', '-1h', '1.5h', '8d', '24 h', '1w'])('refuses "%s"', (text) => {
  expect(() => parseDuration(text)).toThrow('Allowed: 0, or a whole number')
})
