import * as z from 'zod'
import { defineEnvelope } from '../envelope.ts'
import { rupees } from '../money.ts'
import { CodeAndMessage, FieldErrors, fieldErrors, refIdOf } from './fault-fields.ts'

/** Envelope A of the specification: `success`, `request_id`, `meta`, `data` or `error`. */
export const modern = defineEnvelope({
  name: 'modern',
  data: 'nested',
  success: z.object({
    success: z.literal(true),
    request_id: z.string(),
    meta: z.object({
      charged: z.number(),
      environment: z.enum(['sandbox', 'production']),
      balance: z.number(),
      response_ms: z.int(),
    }),
  }),
  failure: z.object({
    success: z.literal(false),
    request_id: z.string(),
    error: CodeAndMessage,
    errors: FieldErrors,
    meta: z.object({ charged: z.literal(0) }),
  }),
  wrap: (answer, body) =>
    body({
      success: true,
      request_id: answer.requestId,
      meta: {
        charged: rupees(answer.charged),
        environment: answer.environment,
        balance: rupees(answer.balance),
        response_ms: answer.elapsedMs,
      },
    }),
  fault: (fault, reply) =>
    reply(fault.status, {
      success: false,
      request_id: fault.requestId,
      error: { code: fault.code, message: fault.message, ...refIdOf(fault) },
      ...fieldErrors(fault),
      meta: { charged: 0 },
    }),
})
