import { AuthSchemes, definePlugin, hostFact } from '@parakh/core'
import * as z from 'zod'

/** A user whom the application has signed in. `version` rises when all earlier sessions of the user are to end. */
export interface Session {
  readonly userId: string
  readonly accountId: string
  readonly version: number
}
/** What the application says of each request. */
export const SessionFact = hostFact<Session>('acme.session')

/** Callers are the users of the application: no key travels. */
const session = AuthSchemes.driver({
  id: 'session',
  options: z.object({ environment: z.enum(['sandbox', 'production']) }),
  needs: {},
  make: ({ options: { environment } }) => ({
    proves: 'external',
    reads: [],
    refusal: 'NOT_AUTHENTICATED',
    describes: () => ({ Session: { type: 'apiKey', in: 'cookie', name: 'session' } }),
    claims: (request) => request.fact(SessionFact) !== null,
    identify(request) {
      const found = request.fact(SessionFact)
      if (!found) return { kind: 'refused' }
      return {
        kind: 'external',
        accountId: found.accountId,
        subject: found.userId,
        environment,
        version: found.version,
      }
    },
  }),
})

export default definePlugin({ id: 'host-session', contract: 1, contributes: [session] })
