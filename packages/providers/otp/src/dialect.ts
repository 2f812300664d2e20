import { type AuthPolicy, defineEnvelope, type Envelope } from '@parakh/core'
import * as z from 'zod'

/** The key alone, in `X-API-Key` or in the body, which wins (interface.md, Authentication 6). */
const keyAlone: AuthPolicy = {
  accepts: ['key'],
  secret: 'optional',
  also: { in: 'body', name: 'api_key', rule: 'wins' },
  codes: { revoked: { code: 'API_KEY_DISABLED', status: 403, message: 'This API key is revoked or disabled' } },
}

/**
 * The envelope of the one-time-password service: an answer says what was done and carries no money; a fault looks as in envelope A.
 *
 * @param message What was done: `OTP sent`.
 * @example
 * defineEndpoint({ id: 'send-otp', envelope: otpEnvelope('OTP sent'), … })
 */
export const otpEnvelope = (message: string): Envelope =>
  defineEnvelope({
    name: 'otp',
    auth: keyAlone,
    data: 'nested',
    success: z.object({ success: z.literal(true), request_id: z.string(), message: z.literal(message) }),
    failure: z.object({
      success: z.literal(false),
      request_id: z.string(),
      error: z.object({ code: z.string(), message: z.string() }),
      errors: z.record(z.string(), z.array(z.string())).optional(),
      meta: z.object({ charged: z.literal(0) }),
    }),
    wrap: ({ requestId }, body) => body({ success: true, request_id: requestId, message }),
    fault: ({ status, code, message: text, requestId, fields }, reply) =>
      reply(status, {
        success: false,
        request_id: requestId,
        error: { code, message: text },
        ...(fields
          ? { errors: Object.fromEntries(Object.entries(fields).map(([path, texts]) => [path, [...texts]])) }
          : {}),
        meta: { charged: 0 },
      }),
  })
