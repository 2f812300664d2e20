import { defineEnvelope, definePlugin, Envelopes, rupees } from '@parakh/core'
import * as z from 'zod'

const Fields = z.record(z.string(), z.array(z.string()))

/** `{ ok, id, cost, data }`, and `{ ok, id, code, text, fields? }` for errors. */
export const plain = defineEnvelope({
  name: 'plain',
  data: 'nested',
  success: z.object({ ok: z.literal(true), id: z.string(), cost: z.number() }),
  failure: z.object({
    ok: z.literal(false),
    id: z.string(),
    code: z.string(),
    text: z.string(),
    fields: Fields.optional(),
  }),
  wrap: ({ requestId, charged }, body) => body({ ok: true, id: requestId, cost: rupees(charged) }),
  fault: ({ status, requestId, code, message, fields }, reply) =>
    reply(status, { ok: false, id: requestId, code, text: message, ...(fields && { fields: Fields.parse(fields) }) }),
})

/** Brings the envelope under the name `plain`. */
export default definePlugin({
  id: 'own-envelope',
  contract: 1,
  contributes: [Envelopes.driver({ id: 'plain', options: z.object({}), needs: {}, make: () => plain })],
})
