import { expect, it } from 'vitest'
import { parsePercent } from './percent.ts'

it.each([
  ['12', 1_200],
  ['7.25', 725],
  ['0.5', 50],
  ['0', 0],
  ['100', 10_000],
])('reads %s percent as %i basis points', (text, basisPoints) => {
  expect(parsePercent(text)).toBe(basisPoints)
})

it.each(['7.255', '-1', '100.01', '1000', '', '12 %', '1e1', '.5'])('refuses "%s"', (text) => {
  expect(() => parsePercent(text)).toThrow('Allowed: percent with at most two decimals')
})
