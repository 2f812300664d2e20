import { expect, it } from 'vitest'
import { planDeaths } from './deaths.ts'
import { WINDOWS } from './windows.ts'

const wanted = { seed: 'a', kills: 200, leastInEach: 20, stalls: 0 }

it('plans every window as often as is asked for, and the rest at random', () => {
  const deaths = planDeaths(wanted)
  expect(deaths).toHaveLength(200)
  for (const window of WINDOWS) expect(deaths.filter(({ cause }) => cause === window)).toHaveLength(20)
  expect(deaths.filter(({ cause }) => cause === 'random').length).toBeGreaterThanOrEqual(50)
})

it('plans the same for the same seed, and another order for another', () => {
  expect(planDeaths(wanted)).toEqual(planDeaths(wanted))
  expect(planDeaths({ ...wanted, seed: 'b' })).not.toEqual(planDeaths(wanted))
})

it('refuses fewer kills than windows', () => {
  expect(() => planDeaths({ seed: 'a', kills: 6, leastInEach: 1, stalls: 0 })).toThrow(RangeError)
})

it('stalls a read first, then a write before it leaves, then one with its reply, far apart', () => {
  const deaths = planDeaths({ ...wanted, stalls: 4 })
  expect(deaths).toHaveLength(204)
  expect(deaths[0]).toMatchObject({ cause: 'stalled', late: false })
  expect(deaths[51]).toMatchObject({ cause: 'stalled-unsent' })
  expect(deaths[102]).toMatchObject({ cause: 'stalled', late: true })
  expect(deaths[153]).toMatchObject({ cause: 'stalled', late: false })
})
