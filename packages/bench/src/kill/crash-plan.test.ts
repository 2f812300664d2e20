import { expect, it } from 'vitest'
import { planCrashes } from './crash-plan.ts'
import { isStall, WINDOWS } from './crash-windows.ts'

const wanted = { seed: 'a', windows: WINDOWS, kills: 220, leastInEach: 20, stalls: 0 }

it('plans every window as often as is asked for, and the rest at random', () => {
  const crashes = planCrashes(wanted)
  expect(crashes).toHaveLength(220)
  for (const window of WINDOWS) expect(crashes.filter(({ cause }) => cause === window)).toHaveLength(20)
  expect(crashes.filter(({ cause }) => cause === 'random').length).toBeGreaterThanOrEqual(50)
})

it('plans the same for the same seed, and another order for another', () => {
  expect(planCrashes(wanted)).toEqual(planCrashes(wanted))
  expect(planCrashes({ ...wanted, seed: 'b' })).not.toEqual(planCrashes(wanted))
})

it('refuses fewer kills than windows', () => {
  expect(() => planCrashes({ ...wanted, kills: 6, leastInEach: 1 })).toThrow(RangeError)
})

it('stalls a read first, then a write before it leaves, then one with its reply, far apart', () => {
  const crashes = planCrashes({ ...wanted, stalls: 4 })
  expect(crashes).toHaveLength(224)
  expect(crashes[0]).toMatchObject({ cause: 'stalled', late: false })
  expect(crashes[56]).toMatchObject({ cause: 'stalled-unsent' })
  expect(crashes[112]).toMatchObject({ cause: 'stalled', late: true })
  expect(crashes[168]).toMatchObject({ cause: 'stalled', late: false })
})

it('plans every stall among few kills', () => {
  const crashes = planCrashes({ ...wanted, kills: 20, leastInEach: 2, stalls: 6 })
  expect(crashes.filter(({ cause }) => isStall(cause))).toHaveLength(6)
})
