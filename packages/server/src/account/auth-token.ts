import { Auth, bodyKeys, CurrentCaller, defineEndpoint, modern, zero } from '@parakh/core'
import * as z from 'zod'
import { TOKEN_SECONDS } from '../services/auth/access-token.ts'

/** A token for an hour, in place of the pair (spec: Authentication 2; decisions.md section 1). */
export const authToken = defineEndpoint({
  id: 'auth-token',
  method: 'POST',
  path: '/auth/token',
  group: 'Token and wallet',
  summary: 'Get a bearer token that is valid for an hour',
  envelope: modern,
  auth: bodyKeys,
  price: zero,
  replay: false,
  // The pair in the body is the caller's credentials: the host reads it, and it is no input.
  request: z.object({}),
  data: z.object({
    access_token: z.string().describe('Sent as Authorization: Bearer'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    expires_at: z.iso.datetime(),
    environment: z.enum(['sandbox', 'production']),
  }),
  needs: { auth: Auth, caller: CurrentCaller },
  async handle({ auth, caller, call, answer }) {
    const { token, expiresAt } = await auth.issue(caller())
    return answer({
      access_token: token,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      expires_at: expiresAt.toISOString(),
      environment: call.environment,
    })
  },
  fixtures: [],
})
