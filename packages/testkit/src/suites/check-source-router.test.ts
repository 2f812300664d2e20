import { type Contribution, inr, type RoutedSource, type SourceRouter } from '@parakh/core'
import { routerDrivers } from '@parakh/kernel'
import { describe, expect, it } from 'vitest'
import { checkSourceRouter } from './check-source-router.ts'
import { testSourceRouter } from './test-source-router.ts'

const driver = (id: string): Contribution => {
  const found = routerDrivers.find((one) => one.id === id)
  if (!found) throw new Error(`core brings no router ${id}`)
  return found
}
const made = (id: string, options: object = {}): SourceRouter =>
  driver(id).make({ name: 'test', options: driver(id).options?.strict().parse(options) } as never) as SourceRouter

const NAMED = { accounts: { 'a-1': 'globex' } }
const WEIGHTS = { weights: { acme: 3, globex: 1, constructor: 0 } }
for (const id of ['ordered', 'cheapest', 'sticky']) testSourceRouter(id, async () => ({ router: made(id) }))
testSourceRouter('weighted', async () => ({ router: made('weighted', WEIGHTS), names: ['acme', 'globex'] }))
testSourceRouter('by-account', async () => ({
  ...{ router: made('by-account', NAMED), names: ['globex'], accounts: ['a-1'] },
}))

const sources = (...names: readonly string[]): readonly RoutedSource[] =>
  names.map((name) => ({ name, cost: null, circuit: 'closed' }))
const asked = (of: { accountId?: string; reference?: string } = {}) => ({
  ...{ accountId: 'a-9', operation: 'details', reference: 'r-1', ...of },
})
const CALLS = 4_000

describe('the routers of core', () => {
  it('ordered keeps the order of the configuration; cheapest has the least cost first, and unknown costs last', () => {
    const costs = [null, inr('1.20'), inr('0.80'), null, inr('1.20')]
    const given = costs.map((cost, place): RoutedSource => ({ name: `s${place}`, cost, circuit: 'closed' }))
    expect(made('ordered').order(given, asked())).toEqual(['s0', 's1', 's2', 's3', 's4'])
    expect(made('cheapest').order(given, asked())).toEqual(['s2', 's1', 's4', 's0', 's3'])
  })

  it('weighted has each source first in proportion to its weight, and one without a weight never before the others', () => {
    const router = made('weighted', WEIGHTS)
    const given = sources('initech', 'acme', 'globex', 'constructor')
    const orders = Array.from({ length: CALLS }, (_, call) => router.order(given, asked({ reference: `r-${call}` })))
    const acme = orders.filter(([first]) => first === 'acme').length / CALLS
    expect(acme).toBeGreaterThan(0.72)
    expect(acme).toBeLessThan(0.78)
    expect(orders.every((order) => order.slice(2).join() === 'initech,constructor')).toBe(true)
    // A call that is asked again goes the same way, whatever its account.
    expect(router.order(given, asked({ reference: 'r-7', accountId: 'a-2' }))).toEqual(orders[7])
    expect(() => made('weighted', { weights: { acme: 0 } })).toThrow('must have a weight above 0')
  })

  it('by-account has the source of the account first, and for all others the order of the configuration', () => {
    const router = made('by-account', NAMED)
    const given = sources('acme', 'initech', 'globex')
    expect(router.order(given, asked({ accountId: 'a-1' }))).toEqual(['globex', 'acme', 'initech'])
    expect(router.order(given, asked())).toEqual(['acme', 'initech', 'globex'])
    expect(router.order(sources('acme', 'initech'), asked({ accountId: 'a-1' }))).toEqual(['acme', 'initech'])
  })

  it('sticky has one source for an account, and one more source moves only the accounts that it takes', () => {
    const router = made('sticky')
    const firstOf = (given: readonly RoutedSource[], call: number) =>
      router.order(given, asked({ accountId: `a-${call}`, reference: `r-${Math.random()}` }))[0]
    const [three, four] = [sources('acme', 'globex', 'initech'), sources('hooli', 'initech', 'globex', 'acme')]
    const accounts = Array.from({ length: CALLS }, (_, call) => [firstOf(three, call), firstOf(four, call)] as const)
    const moved = accounts.filter(([before, after]) => before !== after)
    expect(moved.every(([, after]) => after === 'hooli')).toBe(true)
    expect(moved.length / CALLS).toBeGreaterThan(0.22)
    expect(moved.length / CALLS).toBeLessThan(0.28)
    expect(firstOf(three, 7)).toBe(firstOf(three, 7))
  })
})

it('finds what is wrong with a router', () => {
  const faultsOf = (order: SourceRouter['order']) => checkSourceRouter({ router: { order } })
  const names = (given: readonly RoutedSource[]) => given.map(({ name }) => name)
  expect(faultsOf((given) => names(given).slice(1))).toEqual(['its order leaves a source out'])
  expect(faultsOf((given) => [...names(given), 'hooli'])).toEqual(['its order has hooli, which is none of the sources'])
  expect(faultsOf((given) => [...names(given), ...names(given)])).toEqual(['its order has a source twice'])
  expect(faultsOf((given) => names((given as RoutedSource[]).reverse()))[0]).toContain('it throws')
  const turns = { taken: 0 }
  const inTurns: SourceRouter['order'] = (given) => {
    turns.taken += 1
    return turns.taken % 2 === 0 ? names(given) : names(given).toReversed()
  }
  expect(faultsOf(inTurns)).toEqual(['the same question has another order when it is asked twice'])
  expect(faultsOf((async () => []) as never)).toEqual(['its order is no list: a router is synchronous'])
})
