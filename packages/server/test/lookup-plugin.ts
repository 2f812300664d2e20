import {
  defineEndpoint,
  definePlugin,
  defineProvider,
  inr,
  legacy,
  modern,
  operation,
  verify,
  zero,
} from '@parakh/core'
import * as z from 'zod'

/** A provider whose behaviour a test sets. */
export const LookupProvider = defineProvider('lookup', {
  find: operation({
    effect: 'read',
    input: z.object({ code: z.string() }),
    same: ['code'],
    output: z.object({ code: z.string(), name: z.string() }),
  }),
})

const Code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}[0-9]{2}$/, 'must be two letters and two digits')
const request = z.object({ code: Code })
const data = z.object({ code: z.string(), name: z.string() })
const errors = { CODE_NOT_FOUND: { message: 'No such code' } }
const fixtures = [
  { scenario: 'success', request: { code: 'AA00' }, records: { find: { code: 'AA00', name: 'Asha' } } },
  { scenario: 'not-found', request: { code: 'ZZ00' } },
  { scenario: 'upstream-failure', request: { code: 'DD00' } },
  { scenario: 'throttled', request: { code: 'TT00' } },
] as const

const modernLookup = defineEndpoint({
  id: 'lookup',
  method: 'GET',
  path: '/lookup',
  group: 'Lookups',
  summary: 'Find a name by its code',
  envelope: modern,
  price: inr('0.50'),
  request,
  data,
  errors,
  uses: LookupProvider,
  async handle({ request, provider, answer, fail }) {
    const found = await provider.find(request)
    return found ? answer(found) : fail('CODE_NOT_FOUND')
  },
  fixtures,
})
const legacyLookup = defineEndpoint({
  id: 'legacy-lookup',
  method: 'GET',
  path: '/legacy-lookup',
  group: 'Lookups',
  summary: 'Find a name by its code, in the legacy way',
  envelope: legacy({ message: 'found' }),
  price: inr('0.75'),
  request,
  data,
  errors,
  uses: LookupProvider,
  async handle({ request, provider, answer, fail }) {
    const found = await provider.find(request)
    return found ? answer(found) : fail('CODE_NOT_FOUND')
  },
  fixtures,
})
const verifyLookup = defineEndpoint({
  id: 'verify-lookup',
  method: 'POST',
  path: '/verify/lookup',
  group: 'Verify',
  summary: 'Verify a code',
  envelope: verify,
  price: inr('2'),
  request,
  data,
  errors,
  uses: LookupProvider,
  async handle({ request, provider, answer, fail }) {
    const found = await provider.find(request)
    return found ? answer(found) : fail('CODE_NOT_FOUND')
  },
  fixtures,
})
const modernPost = defineEndpoint({
  id: 'post-lookup',
  method: 'POST',
  path: '/post-lookup',
  group: 'Lookups',
  summary: 'Find a name by its code, posted',
  envelope: modern,
  price: inr('1'),
  request,
  data,
  errors,
  uses: LookupProvider,
  async handle({ request, provider, answer, fail }) {
    const found = await provider.find(request)
    return found ? answer(found) : fail('CODE_NOT_FOUND')
  },
  fixtures,
})
const byPath = defineEndpoint({
  id: 'item',
  method: 'GET',
  path: '/items/{code}',
  group: 'Lookups',
  summary: 'Get an item by its path',
  envelope: modern,
  price: zero,
  request,
  data,
  handle: async ({ request, answer }) => answer({ code: request.code, name: 'free' }),
  fixtures: [{ scenario: 'success', request: { code: 'AA00' } }],
})

/** A plugin with an endpoint of each envelope and method. */
export const lookup = definePlugin({
  id: 'lookup',
  contract: 1,
  provider: LookupProvider,
  endpoints: [modernLookup, legacyLookup, verifyLookup, modernPost, byPath],
})

/** Live providers whose behaviour a test sets. */
export const live = (find: (code: string) => Promise<{ code: string; name: string } | null>) =>
  LookupProvider.implement({ id: 'live', options: z.object({}), make: () => ({ find: ({ code }) => find(code) }) })({})
export default lookup
