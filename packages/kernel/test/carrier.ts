import { type Attempt, UpstreamError } from '@parakh/core'
import * as z from 'zod'
import { ParcelProvider } from './parcels.ts'

type Behaviour =
  | 'accepts'
  | 'refuses'
  | 'is-down'
  | 'loses-the-reply'
  | 'answers-nonsense'
  | 'cannot-be-reached'
  | 'throws'
  | 'hangs'

interface CarrierState {
  readonly behaviour: Behaviour
  readonly sent: string[]
}

/** Takes a write, or does to it what an upstream may do. */
async function take({ behaviour, sent }: CarrierState, { call, signal }: Attempt) {
  if (behaviour === 'cannot-be-reached') throw new UpstreamError('unavailable', 'refused', { sent: false })
  if (behaviour === 'refuses') return null
  sent.push(call.reference)
  if (behaviour === 'loses-the-reply') throw new UpstreamError('unavailable', 'reset')
  if (behaviour === 'hangs') {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw new UpstreamError('unavailable', 'late')
  }
  return { state: behaviour === 'answers-nonsense' ? ('eaten' as 'accepted') : ('accepted' as const) }
}

/** An upstream in this process that behaves as it is told and remembers what it was asked. */
export function carrier(name = 'carrier') {
  const state = {
    behaviour: 'accepts' as Behaviour,
    place: 'Pune',
    sent: [] as string[],
    asked: 0,
    statusAsked: 0,
    status: 'accepted' as string | null,
  }
  const source = ParcelProvider.implement({
    id: name,
    options: z.object({ secret: z.string().default('s3cret') }),
    make: () => ({
      async find({ id }, { signal }) {
        state.asked += 1
        if (state.behaviour === 'is-down') throw new UpstreamError('unavailable', 'down')
        if (state.behaviour === 'throws') throw new TypeError(`no route to ${id}`)
        if (state.behaviour === 'refuses') return null
        if (state.behaviour === 'hangs') await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return { id: state.place === 'elsewhere' ? 'p-999' : id, place: state.place, owner: '234123412346' }
      },
      send: {
        send: (_, attempt) => take(state, attempt),
        async status(reference) {
          state.statusAsked += 1
          if (state.behaviour === 'is-down') throw new UpstreamError('unavailable', 'down')
          if (!state.sent.includes(reference) || state.status === null) return null
          return { state: state.status as 'accepted' }
        },
      },
    }),
    callback: (request, { secret }) => {
      const genuine = request.equal(request.headers['x-signature'] ?? '', request.hmac('sha256', secret, request.body))
      if (!genuine) return null
      const result = z.object({ reference: z.string(), state: z.enum(['accepted', 'moving', 'delivered', 'lost']) })
      const { reference, state: to } = result.parse(JSON.parse(new TextDecoder().decode(request.body)))
      return { operation: 'send', reference, record: { state: to } }
    },
  })
  return { state, source: source({}) }
}
