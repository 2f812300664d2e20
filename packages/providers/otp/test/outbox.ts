import { UpstreamError } from '@parakh/core'
import * as z from 'zod'
import { OtpProvider } from '../src/contract.ts'

type Behaviour = 'accepts' | 'refuses' | 'loses-the-reply' | 'cannot-be-reached' | 'hangs'

/** A sender in this process that behaves as it is told and remembers what it sent. */
export function outbox() {
  const state = {
    behaviour: 'accepts' as Behaviour,
    sent: [] as { to: string; code: string; subject: string; text: string; reference: string }[],
    /** What `status` tells of a code whose sending was in doubt. */
    known: false,
  }
  const source = OtpProvider.implement({
    id: 'outbox',
    options: z.object({}),
    make: () => ({
      send: {
        async send({ to, code, subject, text }, { call, signal }) {
          if (state.behaviour === 'cannot-be-reached')
            throw new UpstreamError('unavailable', 'no route', { sent: false })
          if (state.behaviour === 'refuses') return null
          if (state.behaviour === 'hangs') await new Promise((resolve) => signal.addEventListener('abort', resolve))
          // A turn of the event loop, so that calls that race do race.
          await new Promise((resolve) => setImmediate(resolve))
          state.sent.push({ to, code, subject, text, reference: call.reference })
          if (state.behaviour !== 'accepts') throw new UpstreamError('unavailable', 'reset')
          return { accepted: true as const }
        },
        status: async () => (state.known ? { accepted: true as const } : null),
      },
    }),
  })
  return { state, source: source({}) }
}
