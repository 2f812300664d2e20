import { type AuthScheme, AuthSchemes, definePlugin, type Environment, hostFact } from '@parakh/core'
import * as z from 'zod'

/** Whom the test says is calling. */
export interface Stamp {
  readonly accountId: string
  readonly subject: string
  readonly version?: number
  readonly environment?: Environment
}
export const StampFact = hostFact<Stamp>('test.stamp')

/** A scheme for tests: the application stamps its calls. It counts how often it was asked. */
export function stamps(changes: Partial<AuthScheme> = {}) {
  const asked = { claims: 0, identify: 0 }
  const driver = AuthSchemes.driver({
    id: 'stamp',
    options: z.object({}),
    needs: {},
    make: (): AuthScheme => ({
      proves: 'external',
      reads: [],
      refusal: 'NOT_AUTHENTICATED',
      describes: () => ({}),
      claims(request) {
        asked.claims += 1
        return request.fact(StampFact) !== null
      },
      identify(request) {
        asked.identify += 1
        const stamp = request.fact(StampFact)
        return stamp && stamp.subject !== 'stranger'
          ? { kind: 'external', environment: 'sandbox', version: 1, ...stamp }
          : { kind: 'refused' }
      },
      ...(changes as Partial<Extract<AuthScheme, { proves: 'external' }>>),
    }),
  })
  return { asked, plugin: definePlugin({ id: 'stamps', contract: 1, contributes: [driver] })(), driver }
}
