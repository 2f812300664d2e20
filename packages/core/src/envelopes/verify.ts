import * as z from 'zod'
import { defineEnvelope } from '../envelope.ts'
import { rupees } from '../money.ts'
import { CodeAndMessage, FieldErrors, fieldErrors, refIdOf } from './fault-fields.ts'

/** Envelope C of the specification: the `verify/*` endpoints. */
export const verify = defineEnvelope({
  name: 'verify',
  data: 'nested',
  success: z.object({ status: z.literal('success'), charged: z.number(), request_id: z.string() }),
  failure: z.object({
    status: z.literal('error'),
    error: CodeAndMessage,
    errors: FieldErrors,
    charged: z.literal(0),
    request_id: z.string(),
  }),
  wrap: (answer, body) => body({ status: 'success', charged: rupees(answer.charged), request_id: answer.requestId }),
  fault: (fault, reply) =>
    reply(fault.status, {
      status: 'error',
      error: { code: fault.code, message: fault.message, ...refIdOf(fault) },
      ...fieldErrors(fault),
      charged: 0,
      request_id: fault.requestId,
    }),
})
