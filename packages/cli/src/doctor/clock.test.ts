import { expect, it } from 'vitest'
import { clockFinding } from './clock.ts'
import { versionFindings } from './versions.ts'

it.each([
  [true, null, 'ok'],
  [false, null, 'act'],
  [null, null, 'unknown'],
  [null, 12, 'ok'],
  [true, 2_001, 'act'],
  [true, -2_001, 'act'],
  [false, 12, 'act'],
] as const)(
  'a clock that NTP keeps: %s, and that is %s ms ahead of the database: %s',
  (synchronized, skewMs, state) => {
    expect(clockFinding(synchronized, skewMs).state).toBe(state)
  },
)

it.each([
  ['20.18.3', 'act'],
  ['18.20.0', 'act'],
  ['20.19.0', 'ok'],
  ['22.1.0', 'ok'],
] as const)('Node %s is %s', (node, state) => {
  expect(versionFindings('1.0.0', node).map((one) => one.state)).toEqual([state])
})
