import {
  type AnyFixture,
  defineEndpoint,
  definePlugin,
  defineProvider,
  inr,
  legacy,
  modern,
  operation,
  type Plugin,
  verify,
} from '@parakh/core'
import { Pincode } from '@parakh/core/formats'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { testPlugin } from '../suites/test-plugin.ts'
import { checkPlugin } from './check-plugin.ts'

const Place = z.object({ pincode: Pincode, city: z.string(), state: z.string() })
const PincodeProvider = defineProvider('pincode', {
  place: operation({ effect: 'read', input: z.object({ pincode: Pincode }), same: ['pincode'], output: Place }),
})
const errors = { PINCODE_NOT_FOUND: { message: 'No such postal code' } }
const place = { pincode: '411001', city: 'Pune', state: 'Maharashtra' }

const pincodeDetails = defineEndpoint({
  ...{ id: 'pincode-details', method: 'GET', path: '/pincode-details', group: 'Places' },
  ...{ summary: 'City and state of a postal code', envelope: modern, price: inr('0.10') },
  request: z.object({ pincode: Pincode }),
  data: Place,
  errors,
  uses: PincodeProvider,
  async handle({ request, provider, answer, fail }) {
    const found = await provider.place(request)
    return found ? answer(found, { billable: found.city !== 'Unknown' }) : fail('PINCODE_NOT_FOUND')
  },
  fixtures: [
    { scenario: 'success', request: { pincode: '411001' }, records: { place } },
    {
      scenario: 'partial',
      request: { pincode: '411002' },
      records: { place: { ...place, pincode: '411002', city: 'Unknown' } },
    },
    { scenario: 'not-found', request: { pincode: '999999' } },
    { scenario: 'upstream-failure', request: { pincode: '999998' } },
    { scenario: 'throttled', request: { pincode: '999997' } },
  ],
})
const legacyPincode = defineEndpoint({
  ...{ id: 'pincode', method: 'GET', path: '/places/{pincode}', group: 'Places', summary: 'The same, legacy' },
  ...{ envelope: legacy({ message: 'Record found' }), price: inr('0.20') },
  request: z.object({ pincode: Pincode }),
  data: Place,
  errors,
  uses: PincodeProvider,
  async handle({ request, provider, answer, fail }) {
    const found = await provider.place(request)
    return found ? answer(found) : fail('PINCODE_NOT_FOUND')
  },
  fixtures: [
    { scenario: 'success', request: { pincode: '411001' }, records: { place } },
    { scenario: 'not-found', request: { pincode: '999999' } },
    { scenario: 'upstream-failure', request: { pincode: '999998' } },
    { scenario: 'throttled', request: { pincode: '999997' } },
  ],
})
const countStates = defineEndpoint({
  ...{
    id: 'count-states',
    method: 'POST',
    path: '/count-states',
    group: 'Places',
    summary: 'How many states there are',
  },
  ...{ envelope: verify, price: inr('0') },
  request: z.object({ union_territories: z.boolean() }),
  data: z.object({ count: z.int() }),
  handle: async ({ request, answer }) => answer({ count: request.union_territories ? 36 : 28 }),
  fixtures: [{ scenario: 'success', request: { union_territories: true } }],
})

const area = defineEndpoint({
  ...{
    id: 'area',
    method: 'GET',
    path: '/area',
    group: 'Places',
    summary: 'A place, or all around it',
    envelope: modern,
  },
  request: z.object({ pincode: Pincode, around: z.coerce.number().int().max(9).default(0) }),
  data: Place,
  errors,
  tiers: { one: inr('0.10'), around: inr('0.25') },
  price: ({ request, tier }) => (request.around === 0 ? tier('one') : tier('around', request.around)),
  uses: PincodeProvider,
  async handle({ request, provider, answer, fail }) {
    const found = await provider.place({ pincode: request.pincode })
    return found ? answer(found) : fail('PINCODE_NOT_FOUND')
  },
  fixtures: [
    { scenario: 'success', request: { pincode: '411001' }, records: { place } },
    { scenario: 'around', request: { pincode: '411001', around: 3 }, records: { place } },
    { scenario: 'not-found', request: { pincode: '999999' } },
    { scenario: 'upstream-failure', request: { pincode: '999998' } },
    { scenario: 'throttled', request: { pincode: '999997' } },
  ],
})

const plugin = definePlugin({
  ...{ id: 'pincode', contract: 1 },
  provider: PincodeProvider,
  endpoints: [pincodeDetails, legacyPincode, countStates, area],
})

testPlugin(plugin)

/** The plugin with one endpoint, changed past what its types allow. */
function withEndpoint(changes: object): Plugin {
  const endpoint = { ...pincodeDetails, ...changes }
  return definePlugin({ id: 'pincode', contract: 1, provider: PincodeProvider, endpoints: [endpoint] })()
}
const withFixtures = (change: (fixture: AnyFixture) => AnyFixture | null): Plugin =>
  withEndpoint({ fixtures: pincodeDetails.fixtures.flatMap((fixture) => change(fixture) ?? []) })
const onSuccess = (changes: object) =>
  withFixtures((fixture) => (fixture.scenario === 'success' ? { ...fixture, ...changes } : fixture))
const problemsOf = async (broken: Plugin): Promise<string> => (await checkPlugin(broken)).join('\n')

describe('checkPlugin finds', () => {
  it('nothing in a good plugin', async () => expect(await checkPlugin(plugin)).toEqual([]))

  it('a fixture whose record does not fit the contract', async () => {
    const found = await problemsOf(onSuccess({ records: { place: { pincode: '411001', city: 7 } } }))
    expect(found).toContain('pincode-details, fixture success: its record of "place" does not fit: city')
    expect(found).toContain('a call of this scenario ends answer, it ended failed with UPSTREAM_UNPROCESSABLE')
  })
  it('a fixture whose request does not fit the schema', async () => {
    expect(await problemsOf(onSuccess({ request: { pincode: 'abc' } }))).toContain('its request does not fit: pincode')
  })
  it('a record that no operation gives', async () => {
    expect(await problemsOf(onSuccess({ records: { place, other: {} } }))).toContain('a record of "other"')
  })
  it('a record of another one than was asked for', async () => {
    const found = await problemsOf(onSuccess({ records: { place: { ...place, pincode: '411009' } } }))
    expect(found).toContain('it ended failed with UPSTREAM_UNPROCESSABLE')
  })
  it('a missing branch', async () => {
    const found = await problemsOf(withFixtures((fixture) => (fixture.scenario === 'throttled' ? null : fixture)))
    expect(found).toContain('it has no fixture of the scenario throttled')
  })
  it('a handler whose answer does not fit its schema', async () => {
    const handle = async ({ answer }: { answer(data: object): unknown }) => answer({ city: 'Pune' })
    expect(await problemsOf(withEndpoint({ handle }))).toContain('it ended failed with INTERNAL_ERROR')
  })
  it('a handler that hides trouble of its source', async () => {
    const handle = async (context: {
      provider: { place(of: object): Promise<object> }
      request: object
      answer(data: object): unknown
    }) => {
      await context.provider.place(context.request)
      return context.answer(place)
    }
    expect(await problemsOf(withEndpoint({ handle }))).toContain(
      'scenario not-found: a call of this scenario ends none, it ended answer',
    )
  })
  it('an answer that differs from call to call', async () => {
    let count = 0
    const handle = async (context: {
      provider: { place(of: object): Promise<object | null> }
      request: object
      answer(data: object): unknown
      fail(code: string): unknown
    }) => {
      const found = await context.provider.place(context.request)
      count += 1
      return found ? context.answer({ ...found, city: `Pune ${count}` }) : context.fail('PINCODE_NOT_FOUND')
    }
    expect(await problemsOf(withEndpoint({ handle }))).toContain('the same unlisted input is answered in two ways')
  })
  it('ids, paths and texts that cannot be published', async () => {
    const found = await problemsOf(withEndpoint({ id: 'Pincode_Details', path: 'pincode', summary: '', group: ' ' }))
    expect(found).toContain('its id must be')
    expect(found).toContain('its path "pincode" must be')
    expect(found).toContain('it has no summary')
    expect(found).toContain('it has no group')
  })
  it('a tier that no fixture is sold by', async () => {
    const fixtures = area.fixtures.filter(({ scenario }) => scenario !== 'around')
    const broken = definePlugin({
      id: 'pincode',
      contract: 1,
      provider: PincodeProvider,
      endpoints: [{ ...area, fixtures }],
    })
    expect(await problemsOf(broken())).toContain('area: no fixture is answered by the tier around')
  })
  it('a tier that is not declared', async () => {
    const price = ({ tier }: { tier(name: string): unknown }) => tier('large')
    const broken = definePlugin({
      id: 'pincode',
      contract: 1,
      provider: PincodeProvider,
      endpoints: [{ ...area, price } as never],
    })
    expect(await problemsOf(broken())).toContain(
      'area, scenario success: a call of this scenario ends answer, it ended failed with INTERNAL_ERROR',
    )
  })
  it('a schema that cannot be documented', async () => {
    expect(await problemsOf(withEndpoint({ data: z.object({ at: z.date() }) }))).toContain(
      'its data has no JSON Schema',
    )
  })
  it('a contract of another number', async () => {
    expect(await problemsOf({ ...plugin(), contract: 2 })).toContain('made for contract 2')
  })
  it('faults of the composition', async () => {
    const twice = definePlugin({ id: 'pincode', contract: 1, endpoints: [pincodeDetails, pincodeDetails] })()
    expect(await problemsOf(twice)).toContain('Two endpoints have the id')
  })
})
