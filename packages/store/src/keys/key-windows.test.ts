import { inr } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { packWindows, unpackWindows } from './key-windows.ts'

describe('packed windows', () => {
  it.each([
    ['no call', { inFlight: 0, scopes: {} }],
    ['what was spent', { inFlight: 0, scopes: {}, spent: { day: 20_778, amount: inr('7.50') } }],
    ['one second', { inFlight: 1, scopes: { '*': [[1_700_000_000, 4]] } }],
    [
      'seconds without a call between',
      {
        inFlight: 12,
        scopes: {
          '*': [
            [1_700_000_000, 4],
            [1_700_000_007, 1],
            [1_700_000_060, 300],
          ],
          lookup: [[1_700_000_060, 2]],
        },
      },
    ],
  ] as const)('come back as they were: %s', (_, windows) => {
    expect(unpackWindows(JSON.parse(packWindows(windows)))).toEqual(windows)
  })

  it('take little room for a busy minute', () => {
    const minute = Array.from({ length: 61 }, (_, second) => [1_700_000_000 + second, 5] as const)
    expect(packWindows({ inFlight: 3, scopes: { '*': minute } }).length).toBeLessThan(150)
  })
})
