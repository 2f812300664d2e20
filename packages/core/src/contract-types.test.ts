import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Aadhaar } from './formats/index.ts'
import {
  Clock,
  defineEndpoint,
  defineEvent,
  defineJob,
  definePlugin,
  defineProvider,
  inr,
  Logger,
  micro,
  minus,
  modern,
  operation,
  PriceRules,
} from './index.ts'

const Contract = defineProvider('people', {
  find: operation({ effect: 'read', input: z.object({ name: z.string() }), output: z.object({ name: z.string() }) }),
  link: operation({
    effect: 'read',
    input: z.object({ name: z.string() }),
    same: ['name'],
    output: z.object({ name: z.string(), aadhaar: Aadhaar.nullable() }),
  }),
  order: operation({ effect: 'write', input: z.object({ name: z.string() }), output: z.object({ state: z.enum(['a', 'b']) }) }),
})
const Other = defineProvider('others', {
  ask: operation({ effect: 'read', input: z.object({ id: z.string() }), output: z.object({ id: z.string() }) }),
})
const base = {
  method: 'GET',
  group: 'g',
  summary: 's',
  envelope: modern,
  price: inr('1'),
  request: z.object({ name: z.string() }),
  data: z.object({ name: z.string(), kind: z.enum(['a', 'b']) }),
  errors: { NOPE: { message: 'no' } },
} as const

const asyncResult = {
  event: defineEvent('person.ordered', z.object({ state: z.enum(['a', 'b']) })),
  poll: { everySeconds: 60, forSeconds: 3_600 },
  update: () => null,
}

const { price: _, ...unpriced } = base
const tiered = { ...unpriced, tiers: { small: inr('1'), 'very-large': inr('3') } } as const

/** Never run: the compiler must refuse each line below. */
export const refusedByTheCompiler = () => [
  // @ts-expect-error a path parameter that the request lacks
  defineEndpoint({ ...base, id: 'a', path: '/x/{id}', handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  // @ts-expect-error an undeclared code
  defineEndpoint({ ...base, id: 'b', path: '/x', handle: async ({ fail }) => fail('OTHER'), fixtures: [] }),
  // @ts-expect-error a wrong literal
  defineEndpoint({ ...base, id: 'c', path: '/x', handle: async ({ answer }) => answer({ name: 'x', kind: 'c' }), fixtures: [] }),
  // @ts-expect-error an excess field
  defineEndpoint({ ...base, id: 'd', path: '/x', handle: async ({ answer }) => answer({ name: 'x', kind: 'a', more: 1 }), fixtures: [] }),
  defineEndpoint({
    ...base,
    id: 'e',
    path: '/x',
    uses: Contract.pick('link'),
    async handle({ answer, provider, fail, request }) {
      const link = await provider.link({ name: request.name })
      // @ts-expect-error an Identifier is not a string
      return link?.aadhaar ? answer({ name: link.aadhaar, kind: 'a' }) : fail('NOPE')
    },
    fixtures: [],
  }),
  defineEndpoint({
    ...base,
    id: 'f',
    path: '/x',
    uses: Contract.pick('link'),
    async handle({ provider, fail }) {
      // @ts-expect-error an operation that was not picked
      await provider.find({ name: 'x' })
      return fail('NOPE')
    },
    fixtures: [],
  }),
  // @ts-expect-error a fixture's request against the schema
  defineEndpoint({ ...base, id: 'g', path: '/x', handle: async ({ fail }) => fail('NOPE'), fixtures: [{ scenario: 's', request: { name: 1 } }] }),
  defineEndpoint({
    ...base,
    id: 'h',
    path: '/x',
    uses: Contract.pick('find'),
    handle: async ({ fail }) => fail('NOPE'),
    // @ts-expect-error a fixture's record against the schema
    fixtures: [{ scenario: 'success', request: { name: 'x' }, records: { find: { name: 1 } } }],
  }),
  // @ts-expect-error a handler that returns a bare object
  defineEndpoint({ ...base, id: 'i', path: '/x', handle: async () => ({ name: 'x', kind: 'a' }), fixtures: [] }),
  // @ts-expect-error charged on completion, and nothing ever says that it is complete
  defineEndpoint({ ...base, id: 'o', path: '/x', charge: 'on-completion', handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  defineEndpoint({
    ...base,
    id: 'p',
    path: '/x',
    uses: Contract.pick('order'),
    // @ts-expect-error no such time to charge
    charge: 'later',
    asyncResult,
    handle: async ({ fail }) => fail('NOPE'),
    fixtures: [],
  }),
  // @ts-expect-error a reserved name
  defineEndpoint({ ...base, id: 'j', path: '/x', needs: { request: Clock }, handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  defineEndpoint({
    ...base,
    id: 'k',
    path: '/x',
    // @ts-expect-error a price below zero
    price: inr('-1'),
    handle: async ({ fail }) => fail('NOPE'),
    fixtures: [],
  }),
  // @ts-expect-error a price that nothing has checked: a difference may be below zero
  defineEndpoint({ ...base, id: 'l', path: '/x', price: minus(inr('1'), inr('2')), handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  // @ts-expect-error a number that nothing has checked
  defineEndpoint({ ...base, id: 'm', path: '/x', price: () => 1, handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  // @ts-expect-error a rule's price that nothing has checked
  PriceRules.contribute({ id: 'n', needs: {}, make: () => ({ phase: 'adjust', adjust: (_, price) => ({ price: minus(price, inr('1')), label: 'off' }) }) }),
  defineEndpoint({
    ...tiered,
    id: 'o',
    path: '/x',
    // @ts-expect-error a tier that is not declared
    price: ({ tier }) => tier('large'),
    handle: async ({ fail }) => fail('NOPE'),
    fixtures: [],
  }),
  defineEndpoint({
    ...tiered,
    id: 'p',
    path: '/x',
    // @ts-expect-error with tiers, nothing but a tier is a price
    price: () => inr('1'),
    handle: async ({ fail }) => fail('NOPE'),
    fixtures: [],
  }),
  // @ts-expect-error with tiers, the price names one
  defineEndpoint({ ...tiered, id: 'q', path: '/x', price: inr('1'), handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  // @ts-expect-error a tier's price that nothing has checked
  defineEndpoint({ ...tiered, tiers: { small: micro(1) }, id: 'r', path: '/x', price: ({ tier }) => tier('small'), handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  // @ts-expect-error an endpoint without tiers has none to name
  defineEndpoint({ ...base, id: 's', path: '/x', price: ({ tier }) => tier('small'), handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  // @ts-expect-error a price that waits fails with a code that is not declared
  defineEndpoint({ ...base, id: 't', path: '/x', price: async ({ fail }) => fail('OTHER'), handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  // @ts-expect-error a price that waits gives a number that nothing has checked
  defineEndpoint({ ...base, id: 'u', path: '/x', price: async () => 1, handle: async ({ fail }) => fail('NOPE'), fixtures: [] }),
  // @ts-expect-error `same` must be in both
  operation({ effect: 'read', input: z.object({ a: z.string() }), output: z.object({ b: z.string() }), same: ['a'] }),
  // @ts-expect-error a write is no bare function
  Contract.implement({ id: 'x', options: z.object({}), make: () => ({ order: async () => null }) }),
  // @ts-expect-error a provider of another contract
  plugin({ live: Other.implement({ id: 'x', options: z.object({}), make: () => ({ ask: async () => null }) })({}) }),
  // @ts-expect-error an unknown operation in a mapping
  plugin({ live: { provider: 'http', baseUrl: 'https://x.example', operations: { nothing: { path: '/', record: 'body' } } } }),
]
const plugin = definePlugin({ id: 'people', contract: 1, provider: Contract, endpoints: [] })

describe('the contract in types', () => {
  it('accepts the definitions of a plugin author', () => {
    const endpoint = defineEndpoint({
      ...base,
      id: 'person',
      path: '/people/{name}',
      uses: Contract.pick('find'),
      needs: { logger: Logger },
      async handle({ request, provider, logger, answer, fail }) {
        logger.info('asked')
        const found = await provider.find({ name: request.name })
        return found ? answer({ name: found.name, kind: 'a' }, { billable: false }) : fail('NOPE', { retryAfter: 1 })
      },
      fixtures: [{ scenario: 'success', request: { name: 'x' }, records: { find: { name: 'x' } } }],
    })
    const later = defineEndpoint({
      ...base,
      id: 'person-later',
      path: '/people/{name}',
      uses: Contract.pick('order'),
      charge: 'on-completion',
      asyncResult: {
        ...asyncResult,
        update: ({ record, now }) => now(record.state === 'a' ? 'completed' : 'failed', { state: record.state }),
      },
      async handle({ request, provider, answer, fail }) {
        const made = await provider.order({ name: request.name })
        return made ? answer({ name: request.name, kind: made.state }) : fail('NOPE')
      },
      fixtures: [],
    })
    expect(later.charge).toBe('on-completion')
    const job = defineJob('people.sweep', { payload: z.object({}), needs: { logger: Logger }, run: async () => undefined })
    const made = definePlugin({ id: 'people', contract: 1, provider: Contract, endpoints: [endpoint], jobs: [job] })()
    expect(made.definition.endpoints.map(({ id }) => id)).toEqual(['person'])
    expect(made.definition.mount).toBe('/api/v1')
  })
})
