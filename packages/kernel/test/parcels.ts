import {
  AsyncResults,
  type AuthPolicy,
  Calls,
  defineCommand,
  defineEndpoint,
  defineEnvelope,
  defineEvent,
  defineJob,
  definePlugin,
  defineProvider,
  defineRecords,
  defineSettings,
  inr,
  legacy,
  modern,
  operation,
  Price,
  priceOf,
  verify,
  zero,
} from '@parakh/core'
import { Aadhaar } from '@parakh/core/formats'
import * as z from 'zod'

/** A small plugin that uses every part of the contract, so that no later one needs a way of its own. */
const State = z.object({ state: z.enum(['accepted', 'moving', 'delivered', 'lost']) })
export const ParcelProvider = defineProvider('parcels', {
  find: operation({
    effect: 'read',
    input: z.object({ id: z.string() }),
    same: ['id'],
    output: z.object({ id: z.string(), place: z.string(), owner: Aadhaar.optional() }),
  }),
  send: operation({ effect: 'write', input: z.object({ to: z.string(), count: z.int() }), output: State }),
})
export const ParcelSettings = defineSettings('parcels', z.object({ perParcel: Price.default(inr('2')) }))
export const ParcelUpdated = defineEvent('parcel.updated', z.object({ parcel: z.string(), state: z.string() }))
export const ParcelNoted = defineEvent('parcel.noted', z.object({ note: z.string() }))
export const Parcels = defineRecords('parcels.parcels', {
  record: z.object({ to: z.string(), count: z.int() }),
  keys: ['to'],
  initial: 'accepted',
  states: { accepted: ['moving', 'delivered', 'lost'], moving: ['delivered', 'lost'], delivered: [], lost: [] },
})
export const Depots = defineRecords('parcels.depots', { record: z.object({ city: z.string() }), scope: 'shared' })
export const Notes = defineRecords('parcels.notes', {
  record: z.object({ text: z.string(), seen: z.int() }),
  keys: ['text'],
})
export const noteJob = defineJob('parcels.note', {
  payload: z.object({ text: z.string().default('scheduled') }),
  needs: { notes: Notes, noted: ParcelNoted },
  async run({ payload, notes, noted }) {
    notes.add({ text: payload.text, seen: 0 })
    noted({ note: payload.text })
  },
})

export const findParcel = defineEndpoint({
  id: 'find-parcel',
  method: 'GET',
  path: '/parcels/{id}',
  group: 'Parcels',
  summary: 'Where a parcel is',
  envelope: modern,
  price: inr('0.50'),
  request: z.object({ id: z.string().regex(/^[a-z0-9-]+$/), note: z.string().max(10).optional() }),
  data: z.object({ id: z.string(), place: z.string(), owner: z.string().nullable() }),
  errors: { PARCEL_NOT_FOUND: { message: 'No such parcel' } },
  uses: ParcelProvider.pick('find'),
  async handle({ request, provider, answer, fail, reveal }) {
    const found = await provider.find({ id: request.id })
    if (!found) return fail('PARCEL_NOT_FOUND')
    const owner = found.owner ? reveal(found.owner) : null
    return answer({ id: found.id, place: found.place, owner }, { billable: found.place !== 'unknown' })
  },
  fixtures: [
    {
      scenario: 'success',
      request: { id: 'p-1' },
      records: { find: { id: 'p-1', place: 'Pune', owner: '000000000001' } },
    },
    { scenario: 'free', request: { id: 'p-2' }, records: { find: { id: 'p-2', place: 'unknown' } } },
    { scenario: 'not-found', request: { id: 'p-3' } },
    { scenario: 'upstream-failure', request: { id: 'p-4' } },
    { scenario: 'throttled', request: { id: 'p-5' } },
  ],
})

export const sendParcels = defineEndpoint({
  id: 'send-parcels',
  method: 'POST',
  path: '/parcels',
  group: 'Parcels',
  summary: 'Send parcels',
  envelope: modern,
  request: z.object({ to: z.string(), count: z.int().min(1).max(9) }),
  data: z.object({ parcel: z.string(), state: z.string() }),
  errors: {
    TOO_FAR: { outcome: 'refused', status: 404, message: 'Nobody goes there' },
    NOT_ACCEPTED: { status: 422, message: 'The carrier does not take it' },
  },
  uses: ParcelProvider.pick('send'),
  needs: { settings: ParcelSettings, parcels: Parcels, note: noteJob },
  price: ({ request, settings, fail }) =>
    request.to === 'moon' ? fail('TOO_FAR') : priceOf(settings.perParcel * request.count),
  async handle({ request, provider, parcels, note, call, answer, fail }) {
    const sent = await provider.send(request)
    if (!sent) return fail('NOT_ACCEPTED')
    if (request.to === 'Breakage') throw new TypeError('the handler broke after its write was accepted')
    const parcel = parcels.add(request, call.reference)
    note({ text: `sent ${request.count}` })
    return answer({ parcel: parcel.id, state: parcel.state })
  },
  asyncResult: {
    event: ParcelUpdated,
    poll: { everySeconds: 60, forSeconds: 3_600 },
    async update({ record, parcels, call, now }) {
      const parcel = await parcels.get(call.reference)
      if (!parcel || parcel.state === record.state) return null
      parcels.change(parcel, {}, record.state)
      const state = record.state === 'lost' ? 'failed' : record.state === 'delivered' ? 'completed' : 'pending'
      return now(state, { parcel: call.reference, state: record.state })
    },
  },
  fixtures: [
    {
      scenario: 'success',
      request: { to: 'Delhi', count: 1 },
      records: { send: { state: 'accepted' } },
      asyncResults: [{ state: 'delivered' }],
    },
    { scenario: 'silent', request: { to: 'Agra', count: 1 }, records: { send: { state: 'accepted' } } },
    { scenario: 'not-found', request: { to: 'Nowhere', count: 1 } },
    { scenario: 'too-far', request: { to: 'moon', count: 1 } },
    { scenario: 'upstream-failure', request: { to: 'Delhi', count: 2 } },
    { scenario: 'throttled', request: { to: 'Delhi', count: 3 } },
  ],
})

export const listParcels = defineEndpoint({
  id: 'list-parcels',
  method: 'GET',
  path: '/parcels',
  group: 'Parcels',
  summary: 'Parcels sent, newest first',
  envelope: legacy({ money: false }),
  price: zero,
  request: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), cursor: z.string().optional() }),
  data: z.object({
    parcels: z.array(z.object({ id: z.string(), state: z.string(), to: z.string() })),
    next: z.string().nullable(),
  }),
  needs: { parcels: Parcels },
  async handle({ request, parcels, answer }) {
    const page = await parcels.page(request)
    return answer({ parcels: page.items.map(({ id, state, to }) => ({ id, state, to })), next: page.next })
  },
  fixtures: [
    { scenario: 'success', request: {}, given: { parcels: [{ id: 'given-1', state: 'moving', to: 'Goa', count: 1 }] } },
  ],
})

export const refundParcel = defineEndpoint({
  id: 'refund-parcel',
  method: 'POST',
  path: '/parcels/{id}/refund',
  group: 'Parcels',
  summary: 'Give back what a parcel cost',
  envelope: verify,
  price: zero,
  request: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), was: z.string() }),
  errors: { NOT_FOUND: { message: 'No such parcel of yours' } },
  needs: { calls: Calls },
  async handle({ request, calls, answer, fail }) {
    const call = await calls.find(request.id)
    if (!call) return fail('NOT_FOUND')
    calls.refund(call.reference, 'asked for')
    return answer({ id: request.id, was: call.state })
  },
  fixtures: [{ scenario: 'not-found', request: { id: 'nothing' } }],
})

export const withdrawParcel = defineEndpoint({
  id: 'withdraw-parcel',
  method: 'POST',
  path: '/parcels/{id}/withdraw',
  group: 'Parcels',
  summary: 'Call a parcel back before it moves',
  envelope: modern,
  price: zero,
  request: z.object({ id: z.string() }),
  data: z.object({ withdrawn: z.boolean() }),
  errors: { NOT_FOUND: { message: 'No such parcel of yours' }, UNDER_WAY: { status: 409, message: 'It moves' } },
  needs: { calls: Calls, parcels: Parcels, updated: ParcelUpdated },
  async handle({ request, calls, parcels, updated, answer, fail }) {
    const parcel = await parcels.get(request.id)
    if (!parcel) return fail('NOT_FOUND')
    if (parcel.state !== 'accepted') return fail('UNDER_WAY')
    const result = { parcel: parcel.id, state: 'lost' }
    parcels.change(parcel, {}, 'lost')
    updated(result)
    return answer({ withdrawn: await calls.withdraw(parcel.id, result) })
  },
  fixtures: [{ scenario: 'not-found', request: { id: 'nothing' } }],
})

export const countVisit = defineEndpoint({
  id: 'count-visit',
  method: 'POST',
  path: '/visits',
  group: 'Parcels',
  summary: 'Counts, one at a time',
  envelope: modern,
  price: zero,
  request: z.object({ text: z.string() }),
  data: z.object({ seen: z.int() }),
  needs: { notes: Notes },
  async handle({ request, notes, answer }) {
    const note = await notes.get(request.text)
    const seen = (note?.seen ?? 0) + 1
    if (note) notes.change(note, { seen })
    else notes.add({ text: request.text, seen }, request.text)
    return answer({ seen })
  },
  fixtures: [{ scenario: 'success', request: { text: 'a' } }],
})

const keyAlone: AuthPolicy = {
  accepts: ['key'],
  secret: 'optional',
  also: { in: 'body', name: 'api_key', rule: 'wins' },
  codes: { invalid: { code: 'KEY_UNKNOWN', status: 403, message: 'Who are you?' } },
}
const plain = defineEnvelope({
  name: 'plain',
  auth: keyAlone,
  data: 'nested',
  success: z.object({ ok: z.literal(true) }),
  failure: z.object({ ok: z.literal(false), code: z.string() }),
  wrap: (_, body) => body({ ok: true }),
  fault: (fault, reply) => reply(fault.status, { ok: false, code: fault.code }),
})
export const echo = defineEndpoint({
  id: 'echo',
  method: 'POST',
  path: '/echo',
  group: 'Parcels',
  summary: 'Answers whoever has a key',
  envelope: plain,
  price: zero,
  request: z.object({ word: z.string() }),
  data: z.object({ word: z.string() }),
  handle: async ({ request, answer }) => answer(request),
  fixtures: [{ scenario: 'success', request: { word: 'hello' } }],
})

export const loadDepots = defineCommand({
  name: 'load',
  summary: 'Load depots',
  args: z.object({ cities: z.string() }),
  positional: ['cities'],
  needs: { depots: Depots },
  async run({ args, depots, progress }) {
    async function* rows() {
      for (const city of args.cities.split(',')) yield { id: city.toLowerCase(), value: { city } }
    }
    return await depots.load(rows(), progress)
  },
})
export const moveParcel = defineCommand({
  name: 'move',
  summary: 'Move a parcel',
  args: z.object({ id: z.string(), to: State.shape.state }),
  positional: ['id'],
  needs: { asyncResults: AsyncResults },
  async run({ args, asyncResults }) {
    await asyncResults.deliver(ParcelProvider.operations.send, args.id, { state: args.to })
    return { ok: true }
  },
})

export const parcels = definePlugin({
  id: 'parcels',
  contract: 1,
  provider: ParcelProvider,
  settings: ParcelSettings,
  endpoints: [findParcel, sendParcels, listParcels, refundParcel, withdrawParcel, countVisit],
  jobs: [noteJob],
  commands: [loadDepots, moveParcel],
})
/** The same author's second plugin: at a mount of its own, with credentials and errors of its own. */
export const mounted = definePlugin({ id: 'mounted', contract: 1, endpoints: [echo], mount: '/mounted/v2' })
/** The same, but that parcels are paid when they are delivered. */
export const parcelsPaidOnDelivery = definePlugin({
  id: 'parcels',
  contract: 1,
  provider: ParcelProvider,
  settings: ParcelSettings,
  endpoints: [{ ...sendParcels, charge: 'on-completion' }, listParcels, refundParcel, withdrawParcel],
  jobs: [noteJob],
  commands: [moveParcel],
})
