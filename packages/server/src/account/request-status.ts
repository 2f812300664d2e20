import { Calls, defineEndpoint, rupees, zero } from '@parakh/core'
import * as z from 'zod'

/** A reference that no call can have: its timestamp is in the past. */
const NO_REFERENCE = '00000000000000000000000000'

/**
 * Makes an endpoint that returns the status of a call, by its `ref_id`, request id or idempotency key (decisions.md section 9). For an
 * asynchronous call it shows the last async result; a synchronous one is completed or failed. Calls of another account or environment
 * are not found, nor those of an endpoint that the key may not call.
 */
const statusEndpoint = (id: string, path: string, summary: string) =>
  defineEndpoint({
    id,
    method: 'GET',
    path,
    group: 'Token and wallet',
    summary,
    envelope: 'host',
    price: zero,
    // Not replayed: the status is read again each time.
    replay: false,
    singlePhase: true,
    request: z.object({
      ref_id: z.string().min(1).max(128).describe('The ref_id of the call, its Idempotency-Key or its X-Request-Id'),
    }),
    data: z.object({
      ref_id: z.string(),
      endpoint: z.string().describe('The id of the called endpoint'),
      state: z.enum(['pending', 'completed', 'failed']),
      created_at: z.iso.datetime(),
      updated_at: z.iso.datetime().nullable().describe('The time of the answer or of the last async result'),
      result: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('The last async result: the data of its event; null: none yet'),
      charged: z.number().describe('Rupees'),
      held: z.number().describe('Rupees held for it: it runs, or is charged on completion'),
      refunded: z.number().describe('Rupees'),
    }),
    errors: { REQUEST_NOT_FOUND: { message: 'No call of this account has this reference' } },
    needs: { calls: Calls },
    async handle({ request, calls, answer, fail }) {
      // No id has a space, but a `+` that is not encoded in a query arrives as one.
      const found = await calls.find(request.ref_id.replaceAll(' ', '+'))
      if (!found) return fail('REQUEST_NOT_FOUND')
      return answer({
        ref_id: found.reference,
        endpoint: found.endpoint,
        state: found.state,
        created_at: found.at.toISOString(),
        updated_at: found.updatedAt?.toISOString() ?? null,
        result: found.asyncResult,
        charged: rupees(found.charged),
        held: rupees(found.held),
        refunded: rupees(found.refunded),
      })
    },
    // The sandbox catalogue has no account, so there is no fixture.
    fixtures: [
      { scenario: 'not-found', request: { ref_id: NO_REFERENCE } },
      { scenario: 'throttled', request: { ref_id: NO_REFERENCE.replace(/.$/, '1') } },
    ],
  })

/** `GET /requests/{ref_id}` */
export const requestStatus = statusEndpoint('request-status', '/requests/{ref_id}', 'Get the status of an earlier call')
/** `GET /requests?ref_id=`, for ids with `/`: many proxies refuse an encoded one in a path. */
export const requestStatusByQuery = statusEndpoint(
  'request-status-by-query',
  '/requests',
  'Get the status of an earlier call, by a query parameter',
)
