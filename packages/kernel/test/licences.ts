import {
  AsyncResults,
  defineCommand,
  defineEndpoint,
  defineEvent,
  definePlugin,
  defineProvider,
  inr,
  modern,
  operation,
  UpstreamError,
} from '@parakh/core'
import { Aadhaar } from '@parakh/core/formats'
import * as z from 'zod'

const Result = z.object({
  licence: z.string().trim().toUpperCase().nullable(),
  aadhaar: Aadhaar.optional(),
  shown: z.string().optional(),
  holder: z.string(),
  state: z.enum(['pending', 'issued', 'refused']),
})

/** Licences are issued later, to the person who was named in the request. */
export const LicenceProvider = defineProvider('licences', {
  issue: operation({
    effect: 'write',
    input: z.object({ licence: z.string(), aadhaar: Aadhaar }),
    same: ['licence'],
    output: Result,
    // A source shows only the last digits.
    isOf: ({ aadhaar }, { shown }) => shown === undefined || shown.slice(-4) === aadhaar.masked.slice(-4),
  }),
})
export const LicenceIssued = defineEvent('licence.issued', z.object({ holder: z.string(), state: z.string() }))

/** An endpoint whose call is paid when the licence is issued. */
export const issueLicence = defineEndpoint({
  id: 'issue-licence',
  method: 'POST',
  path: '/licences',
  group: 'Licences',
  summary: 'Issue a licence',
  envelope: modern,
  price: inr('5'),
  charge: 'on-completion',
  request: z.object({ number: z.string(), aadhaar: Aadhaar, licence: z.string().optional() }),
  data: z.object({ reference: z.string() }),
  uses: LicenceProvider,
  async handle({ request, provider, call, answer, fail }) {
    const sent = await provider.issue({ licence: request.number, aadhaar: request.aadhaar })
    return sent ? answer({ reference: call.reference }) : fail('REFUSED')
  },
  errors: { REFUSED: { message: 'The licence is refused' } },
  asyncResult: {
    event: LicenceIssued,
    poll: { everySeconds: 60, forSeconds: 3_600 },
    update: ({ record: { holder, state }, now }) =>
      state === 'pending' ? null : now(state === 'issued' ? 'completed' : 'failed', { holder, state }),
  },
  fixtures: [
    {
      scenario: 'success',
      request: { number: 'L-0', aadhaar: '000000000001' },
      records: { issue: { licence: 'L-0', holder: 'TEST', state: 'pending' } },
      asyncResults: [{ licence: 'L-0', holder: 'TEST', state: 'issued' }],
    },
  ],
})

export const deliverLicence = defineCommand({
  name: 'deliver',
  summary: 'Deliver a result',
  args: z.object({ reference: z.string(), result: z.string() }),
  needs: { asyncResults: AsyncResults },
  async run({ args: { reference, result }, asyncResults }) {
    await asyncResults.deliver(LicenceProvider.operations.issue, reference, JSON.parse(result))
    return {}
  },
})

export const licences = definePlugin({
  id: 'licences',
  contract: 1,
  provider: LicenceProvider,
  endpoints: [issueLicence],
  commands: [deliverLicence],
})

/** A source whose replies a test chooses. Its callbacks need no signature. */
export function licenceOffice() {
  const office = {
    sends: { licence: 'L-1', holder: 'ASHA', state: 'pending' } as object | 'no reply',
    status: null as object | null,
    statusQueries: 0,
  }
  const source = LicenceProvider.implement({
    id: 'office',
    options: z.object({}),
    make: () => ({
      issue: {
        send: async () => {
          if (office.sends === 'no reply') throw new UpstreamError('unavailable', 'reset')
          return office.sends as z.input<typeof Result>
        },
        status: async () => {
          office.statusQueries += 1
          return office.status as z.input<typeof Result> | null
        },
      },
    }),
    callback: ({ body }) => ({ operation: 'issue', ...JSON.parse(new TextDecoder().decode(body)) }),
  })
  return { office, source: source({}) }
}
