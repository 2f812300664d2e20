import { defineEndpoint, defineEvent, inr, legacy } from '@parakh/core'
import * as z from 'zod'
import { AnyEpic, isOldCard, LinkedMobile, LinkState, VoterProvider } from '../contract.ts'
import { CARDS, RESULTS } from '../fixtures.ts'

/** What callers of an old card number read beside the answer (decisions.md section 7). */
export const OLD_CARD_WARNING =
  'The card number is of an old format: the source may know the card by a newer number only'

/** The event of the end: the reference of the call and the state, never the card or the mobile number. */
export const MobileLinkUpdated = defineEvent(
  'voter_mobile_link.updated',
  z.object({ ref_id: z.string(), state: LinkState.exclude(['pending']) }),
)

/** The source promises five minutes; after a day without an end an operator looks. */
const POLL = { everySeconds: 60, forSeconds: 86_400 }

/** A request of this card, and what the source says of it at once. */
const sent = <C extends { readonly epic: string }, S extends z.infer<typeof LinkState>>(request: C, state: S) => ({
  request,
  records: { linkMobile: { epic: request.epic, state } },
})

/** `GET /voter-mobile-link`, legacy, asynchronous and regulated (interface.md, Identity Verification; decisions.md sections 9, 11). */
export const voterMobileLink = defineEndpoint({
  id: 'voter-mobile-link',
  method: 'GET',
  path: '/voter-mobile-link',
  group: 'Identity Verification',
  summary: 'Request that a mobile number is linked to a voter card',
  envelope: legacy({ message: 'The mobile link is pending and completes within 5 minutes' }),
  price: inr('7.50'),
  request: z.object({ epic: AnyEpic, mobile: LinkedMobile }),
  data: z.object({
    epic: z.string(),
    mobile: z.string(),
    ref_id: z.string().describe('Names the request in events and at /api/v1/requests/{ref_id}'),
    warning: z.string().optional().describe('Only where the card number is of an old format'),
  }),
  errors: { REQUEST_FAILED: { message: 'request failed' } },
  uses: VoterProvider,
  consent: { purpose: 'voter-mobile-link', subject: (request) => request.epic, regulated: true },
  subjects: ({ mobile }) => [mobile],
  async handle({ request, provider, call, answer, fail }) {
    const link = await provider.linkMobile(request)
    if (!link || link.state === 'failed') return fail('REQUEST_FAILED')
    const warning = isOldCard(request.epic) ? { warning: OLD_CARD_WARNING } : {}
    return answer({ ...request, ref_id: call.reference, ...warning })
  },
  asyncResult: {
    event: MobileLinkUpdated,
    poll: POLL,
    update({ record, call, now }) {
      const { state } = record
      // The answer was already pending.
      if (state === 'pending') return null
      return now(state, { ref_id: call.reference, state })
    },
  },
  fixtures: [
    { scenario: 'success', ...sent(CARDS.asha, 'pending'), asyncResults: [RESULTS.completed] },
    { scenario: 'success', ...sent(CARDS.kabir, 'pending'), asyncResults: [RESULTS.pending, RESULTS.completed] },
    { scenario: 'old-format', ...sent(CARDS.old, 'pending'), asyncResults: [RESULTS.completed] },
    { scenario: 'completed-at-once', ...sent(CARDS.atOnce, 'completed'), asyncResults: [RESULTS.completed] },
    { scenario: 'fails-later', ...sent(CARDS.failsLater, 'pending'), asyncResults: [RESULTS.failed] },
    { scenario: 'refused', ...sent(CARDS.refused, 'failed') },
    { scenario: 'not-found', request: CARDS.notFound, records: { linkMobile: null } },
    { scenario: 'upstream-failure', request: CARDS.failure },
    { scenario: 'throttled', request: CARDS.throttled },
  ],
})
