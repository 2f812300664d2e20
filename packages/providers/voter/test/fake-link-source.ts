import { UpstreamError } from '@parakh/core'
import * as z from 'zod'
import { Link, VoterProvider } from '../src/contract.ts'

type Behaviour = 'accepts' | 'refuses' | 'loses-the-reply' | 'cannot-be-reached' | 'takes-another-card'

/** A card that nobody asks about. */
export const OTHER_CARD = 'ZZZ1234566'
const Posted = z.object({ reference: z.string(), record: Link })

/** A fake source in this process that behaves as it is told and remembers what it was asked. */
export function fakeLinkSource() {
  const state = {
    behaviour: 'accepts' as Behaviour,
    /** The references of the requests that arrived. */
    arrived: [] as string[],
    /** How often its `status` was asked. */
    asked: 0,
    /** What `status` tells of a request that arrived. */
    status: { epic: null, state: 'pending' } as z.input<typeof Link>,
  }
  const provider = VoterProvider.implement({
    id: 'fake',
    options: z.object({ secret: z.string() }),
    make: () => ({
      linkMobile: {
        async send({ epic }, { call }) {
          if (state.behaviour === 'cannot-be-reached')
            throw new UpstreamError('unavailable', 'no route', { sent: false })
          if (state.behaviour === 'refuses') return null
          state.arrived.push(call.reference)
          if (state.behaviour === 'loses-the-reply') throw new UpstreamError('unavailable', 'reset')
          return { epic: state.behaviour === 'takes-another-card' ? OTHER_CARD : epic, state: 'pending' as const }
        },
        async status(reference) {
          state.asked += 1
          return state.arrived.includes(reference) ? state.status : null
        },
      },
    }),
    callback(request, { secret }) {
      const expected = request.hmac('sha256', secret, request.body)
      if (!request.equal(request.headers['x-signature'] ?? '', expected)) return null
      const { reference, record } = Posted.parse(JSON.parse(new TextDecoder().decode(request.body)))
      return { operation: 'linkMobile', reference, record }
    },
  })
  return { state, provider: (secret: string) => ({ ...provider({ secret }), authorised: true }) }
}
