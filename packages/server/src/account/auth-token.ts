import { AccessTokens, bodyKeys, CurrentCaller, defineEndpoint, zero } from '@parakh/core'
import * as z from 'zod'
import { TOKEN_SECONDS } from '../services/auth/access-tokens.ts'

/** Issues a bearer token for an hour (spec: Authentication 2; decisions.md section 1). */
export const authToken = defineEndpoint({
  id: 'auth-token',
  method: 'POST',
  path: '/auth/token',
  group: 'Token and wallet',
  summary: 'Get a bearer token that is valid for an hour',
  envelope: 'host',
  auth: bodyKeys,
  price: zero,
  replay: false,
  // The host reads key and secret from the body as credentials: they are not input of the handler.
  request: z.object({}),
  data: z.object({
    access_token: z.string().describe('Sent as Authorization: Bearer'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    expires_at: z.iso.datetime(),
    environment: z.enum(['sandbox', 'production']),
  }),
  needs: { tokens: AccessTokens, caller: CurrentCaller },
  async handle({ tokens, caller, call, answer }) {
    const { token, expiresAt } = await tokens.issue(caller())
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
