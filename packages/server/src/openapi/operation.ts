import { rupees } from '@parakh/core'
import type { PublishedEndpoint, ScenarioEntry } from '@parakh/kernel'
import type { DocumentOptions } from './document-options.ts'
import { parametersOf } from './parameters.ts'
import { requestBodyOf } from './request-body.ts'
import { responsesOf } from './responses.ts'
import { securityOf } from './security.ts'

/** The price of one answer, for machines. */
function priceOf({ price }: PublishedEndpoint): object {
  if (price.amount === null) return { computed: true, currency: 'INR' }
  return { amount: rupees(price.amount), currency: 'INR', source: price.source }
}

/** The description of an operation with its price. */
export function describe({ price, endpoint }: PublishedEndpoint): string {
  const cost =
    price.amount === null
      ? 'Priced by what is asked.'
      : price.amount === 0
        ? 'Free.'
        : `INR ${rupees(price.amount).toFixed(2)} per answer; nothing for an error.`
  const regulated = endpoint.consent?.regulated ? ' Regulated: locked in production until the host is licensed.' : ''
  return `${endpoint.summary}. ${cost}${regulated}`
}

/**
 * The OpenAPI operation of an endpoint, without references.
 *
 * @param scenarios The sandbox branches of this endpoint.
 */
export function operationOf(
  hosted: PublishedEndpoint,
  scenarios: readonly ScenarioEntry[],
  options: DocumentOptions,
): object {
  const { endpoint, plugin } = hosted
  const url = options.listeners?.[plugin]
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: describe(hosted),
    tags: [endpoint.group],
    ...(url === undefined ? {} : { servers: [{ url }] }),
    security: securityOf(hosted.auth),
    parameters: parametersOf(hosted, scenarios, options),
    ...requestBodyOf(hosted, scenarios),
    responses: responsesOf(hosted, scenarios),
    'x-price': priceOf(hosted),
    ...(scenarios.length > 0
      ? {
          'x-sandbox': scenarios.map(({ scenario, path, request, status, code }) => ({
            scenario,
            path,
            request,
            status,
            code,
          })),
        }
      : {}),
  }
}
