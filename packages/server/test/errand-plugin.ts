import { defineEndpoint, defineEvent, definePlugin, defineProvider, inr, modern, operation } from '@parakh/core'
import * as z from 'zod'

const Errand = z.object({ state: z.enum(['accepted', 'underway', 'done', 'impossible']) })
/** A write whose results a test brings. */
export const ErrandProvider = defineProvider('errands', {
  run: operation({ effect: 'write', input: z.object({ what: z.string() }), output: Errand }),
})
const ErrandUpdated = defineEvent('errand.updated', z.object({ ref_id: z.string(), state: z.string() }))

const runErrand = defineEndpoint({
  id: 'run-errand',
  method: 'POST',
  path: '/run-errand',
  group: 'Errands',
  summary: 'Has an errand run, later',
  envelope: modern,
  price: inr('3'),
  request: z.object({ what: z.string() }),
  data: z.object({ ref_id: z.string() }),
  errors: { ERRAND_NOT_TAKEN: { message: 'Nobody runs this errand' } },
  uses: ErrandProvider,
  async handle({ request, provider, call, answer, fail }) {
    return (await provider.run(request)) ? answer({ ref_id: call.reference }) : fail('ERRAND_NOT_TAKEN')
  },
  asyncResult: {
    event: ErrandUpdated,
    poll: { everySeconds: 60, forSeconds: 3_600 },
    update({ record, call, now }) {
      const state = record.state === 'done' ? 'completed' : record.state === 'impossible' ? 'failed' : 'pending'
      return now(state, { ref_id: call.reference, state: record.state })
    },
  },
  fixtures: [
    { scenario: 'success', request: { what: 'bread' }, records: { run: { state: 'accepted' } } },
    { scenario: 'not-found', request: { what: 'the moon' } },
    { scenario: 'upstream-failure', request: { what: 'milk' } },
    { scenario: 'throttled', request: { what: 'eggs' } },
  ],
})

/** A plugin with one endpoint that is done later. */
export const errands = definePlugin({ id: 'errands', contract: 1, provider: ErrandProvider, endpoints: [runErrand] })
