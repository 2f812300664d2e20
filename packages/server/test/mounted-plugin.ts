import { type AuthPolicy, defineEndpoint, defineEnvelope, definePlugin, zero } from '@parakh/core'
import * as z from 'zod'

const keyAlone: AuthPolicy = {
  accepts: ['key'],
  secret: 'optional',
  also: { in: 'body', name: 'api_key', rule: 'wins' },
}
const plain = defineEnvelope({
  name: 'plain',
  auth: keyAlone,
  data: 'nested',
  success: z.object({ ok: z.literal(true) }),
  failure: z.object({ ok: z.literal(false), code: z.string() }),
  wrap: (_, body) => body({ ok: true }),
  fault: (fault, reply) => reply(fault.status, { ok: false, code: fault.code }),
})

/** Answers a call; a test may keep it waiting. */
export interface Responder {
  answer(word: string): Promise<string>
}

/** A plugin at a mount of its own, with an envelope and credentials of its own. */
export const mounted = (responder: Responder = { answer: async (word) => word }) =>
  definePlugin({
    id: 'mounted',
    contract: 1,
    mount: '/mounted/open/v2',
    endpoints: [
      defineEndpoint({
        id: 'echo',
        method: 'POST',
        path: '/echo',
        group: 'Mounted',
        summary: 'Answers whoever has a key',
        envelope: plain,
        price: zero,
        request: z.object({ word: z.string().max(20) }),
        data: z.object({ word: z.string() }),
        handle: async ({ request, answer }) => answer({ word: await responder.answer(request.word) }),
        fixtures: [{ scenario: 'success', request: { word: 'hello' } }],
      }),
    ],
  })
