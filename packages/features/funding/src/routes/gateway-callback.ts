import { defineRoute } from '@parakh/core'
import { Funding } from '../contract/funding.ts'

/**
 * `POST /gateways/<name>/callback`: an event of a payment gateway. Repeated callbacks and suspense items are answered 200 too, since
 * sending them again would change nothing.
 */
export const gatewayCallback = defineRoute({
  ...{ id: 'funding.gateway-callback', method: 'POST', path: '/gateways/{gateway}/callback' },
  needs: { funding: Funding },
  handle: async ({ request, answer, funding }) =>
    answer.callback(await funding.receive(request.params['gateway'] ?? '', request)),
})
