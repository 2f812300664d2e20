import { defineEndpoint, defineEvent, definePlugin, defineProvider, inr, modern, operation, zero } from '@parakh/core'
import * as z from 'zod'

/** What the plugin of the rig asks of the fake upstream: one read, and two writes of which one is done later. */
const ThingProvider = defineProvider('things', {
  find: operation({
    effect: 'read',
    input: z.object({ id: z.string() }),
    same: ['id'],
    output: z.object({ id: z.string(), place: z.string() }),
  }),
  order: operation({
    effect: 'write',
    input: z.object({ id: z.string() }),
    output: z.object({ order: z.string() }),
  }),
  job: operation({
    effect: 'write',
    input: z.object({ id: z.string() }),
    output: z.object({ order: z.string(), state: z.enum(['begun', 'done', 'impossible']) }),
  }),
})
const JobUpdated = defineEvent('job.updated', z.object({ order: z.string(), state: z.string() }))
const Id = z.string().regex(/^[a-z0-9-]{1,64}$/)

/** A read that costs one rupee: `GET /api/v1/things/{id}`. */
const findThing = defineEndpoint({
  id: 'find-thing',
  method: 'GET',
  path: '/things/{id}',
  group: 'Things',
  summary: 'Where a thing is',
  envelope: modern,
  price: inr('1'),
  request: z.object({ id: Id }),
  data: z.object({ id: z.string(), place: z.string() }),
  errors: { THING_NOT_FOUND: { message: 'No such thing' } },
  uses: ThingProvider.pick('find'),
  async handle({ request, provider, answer, fail }) {
    const found = await provider.find(request)
    return found ? answer(found) : fail('THING_NOT_FOUND')
  },
  fixtures: [
    { scenario: 'success', request: { id: 'one' }, records: { find: { id: 'one', place: 'Pune' } } },
    { scenario: 'not-found', request: { id: 'none' } },
  ],
})

/** A write that costs two rupees: `POST /api/v1/orders`. */
const orderThing = defineEndpoint({
  id: 'order-thing',
  method: 'POST',
  path: '/orders',
  group: 'Things',
  summary: 'Order a thing',
  envelope: modern,
  price: inr('2'),
  request: z.object({ id: Id }),
  data: z.object({ order: z.string() }),
  errors: { NOT_TAKEN: { message: 'The order was not taken' } },
  uses: ThingProvider.pick('order'),
  async handle({ request, provider, answer, fail }) {
    const taken = await provider.order(request)
    return taken ? answer(taken) : fail('NOT_TAKEN')
  },
  fixtures: [
    { scenario: 'success', request: { id: 'one' }, records: { order: { order: 'order-1' } } },
    { scenario: 'not-found', request: { id: 'none' } },
  ],
})

/** A job that costs three rupees once it is done: `POST /api/v1/jobs`. It is asked after for so long. */
const jobEndpoint = (id: string, path: `/${string}`, forSeconds: number) =>
  defineEndpoint({
    ...{ id, path, method: 'POST', group: 'Things', summary: 'Begin a job', envelope: modern, price: inr('3') },
    request: z.object({ id: Id }),
    data: z.object({ order: z.string() }),
    errors: { NOT_TAKEN: { message: 'The job was not taken' } },
    uses: ThingProvider.pick('job'),
    charge: 'on-completion',
    asyncResult: {
      event: JobUpdated,
      poll: { everySeconds: 2, forSeconds },
      update: ({ record: { order, state }, now }) =>
        state === 'begun' ? null : now(state === 'done' ? 'completed' : 'failed', { order, state }),
    },
    async handle({ request, provider, answer, fail }) {
      const taken = await provider.job(request)
      return taken ? answer({ order: taken.order }) : fail('NOT_TAKEN')
    },
    fixtures: [
      { scenario: 'success', request: { id: 'one' }, records: { job: { order: 'order-1', state: 'begun' } } },
      { scenario: 'not-found', request: { id: 'none' } },
    ],
  })
const startJob = jobEndpoint('start-job', '/jobs', 3_600)
/** The same, which is given up soon: of jobs that the upstream never ends. */
const startSilentJob = jobEndpoint('start-silent-job', '/silent-jobs', 5)

/** Answers at once, without any upstream, for one rupee: `GET /api/v1/echo/{id}`. */
const echoThing = defineEndpoint({
  id: 'echo-thing',
  method: 'GET',
  path: '/echo/{id}',
  group: 'Things',
  summary: 'Answers what it was asked',
  envelope: modern,
  price: inr('1'),
  request: z.object({ id: Id }),
  data: z.object({ id: z.string() }),
  handle: async ({ request, answer }) => answer({ id: request.id }),
  fixtures: [{ scenario: 'success', request: { id: 'one' } }],
})

/** The same for nothing: `GET /api/v1/free/{id}`. */
const freeThing = defineEndpoint({
  id: 'free-thing',
  method: 'GET',
  path: '/free/{id}',
  group: 'Things',
  summary: 'Answers for nothing',
  envelope: modern,
  price: zero,
  request: z.object({ id: Id }),
  data: z.object({ id: z.string() }),
  handle: async ({ request, answer }) => answer({ id: request.id }),
  fixtures: [{ scenario: 'success', request: { id: 'one' } }],
})

const things = definePlugin({
  id: 'things',
  contract: 1,
  provider: ThingProvider,
  endpoints: [findThing, orderThing, startJob, startSilentJob, echoThing, freeThing],
})

/** What the fake upstream signs its callbacks with. */
export const CALLBACK_SECRET = 'of the rig'
const JOB = '{ "order": body.order, "state": body.state }'

/**
 * The plugin of the rig, asking the fake upstream through an HTTP source, which is how deployers do it.
 *
 * @param upstreamUrl Null: the endpoints that ask are locked in production.
 */
export function thingsPlugin(upstreamUrl: string | null) {
  if (upstreamUrl === null) return things()
  const headers = { 'x-reference': 'reference' }
  return things({
    live: {
      provider: 'http',
      baseUrl: upstreamUrl,
      operations: {
        find: {
          path: '/things/{{ input.id }}',
          headers,
          none: 'status = 404',
          record: '{ "id": body.id, "place": body.place }',
        },
        order: {
          path: '/orders',
          headers,
          body: { id: 'input.id' },
          none: 'status = 404',
          record: '{ "order": body.order }',
          status: { path: '/orders/{{ reference }}', none: 'status = 404', record: '{ "order": body.order }' },
        },
        job: {
          path: '/jobs',
          headers,
          body: { id: 'input.id' },
          none: 'status = 404',
          record: JOB,
          status: { path: '/jobs/{{ reference }}', none: 'status = 404', record: JOB },
        },
      },
      callback: {
        signature: { header: 'x-signature', algorithm: 'sha256', secret: CALLBACK_SECRET },
        operation: 'job',
        reference: 'body.reference',
        record: JOB,
      },
    },
  })
}
