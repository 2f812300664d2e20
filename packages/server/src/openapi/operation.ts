import { ENVIRONMENTS, type Money, rupees } from '@parakh/core'
import type { PublishedEndpoint, ScenarioEntry } from '@parakh/kernel'
import type { DocumentOptions } from './document-options.ts'
import { parametersOf } from './parameters.ts'
import { requestBodyOf } from './request-body.ts'
import { responsesOf } from './responses.ts'
import { securityOf } from './security.ts'

/** The price of one answer, for machines. */
function priceOf({ price }: PublishedEndpoint): object {
  if (price.tiers.length === 0) return amountOf(price)
  return {
    currency: 'INR',
    tiers: Object.fromEntries(price.tiers.map((tier) => [tier.name, amountOf(tier)])),
  }
}

const amountOf = ({ amount, source }: Pick<PublishedEndpoint['price'], 'amount' | 'source'>): object =>
  amount === null ? { computed: true, currency: 'INR' } : { amount: rupees(amount), currency: 'INR', source }

const inRupees = (amount: Money): string => `INR ${rupees(amount).toFixed(2)}`

/** What an answer costs, for people. */
function costText({ amount, tiers }: PublishedEndpoint['price']): string {
  if (tiers.length > 0) {
    const told = tiers.map(
      (tier) => `${tier.name} ${tier.amount === null ? 'by what is asked' : inRupees(tier.amount)}`,
    )
    return `Priced by tier, for each unit: ${told.join(', ')}; nothing for an error.`
  }
  if (amount === null) return 'Priced by what is asked.'
  return amount === 0 ? 'Free.' : `${inRupees(amount)} per answer; nothing for an error.`
}

const LATER = 'Held from the answer on, and charged once it is completed.'

/** The description of an operation with its price. */
export function describe({ price, endpoint, activation }: PublishedEndpoint): string {
  const later = endpoint.charge === 'on-completion' && price.amount !== 0 ? ` ${LATER}` : ''
  const regulated = endpoint.consent?.regulated ? ' Regulated: needs the consent of the person.' : ''
  const sandbox = activation('production').active ? '' : ' In the sandbox only: it is not sold in production.'
  const what = endpoint.description === undefined ? `${endpoint.summary}. ` : `${endpoint.description}\n\n`
  return `${what}${costText(price)}${later}${regulated}${sandbox}`
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
    security: securityOf(hosted),
    parameters: parametersOf(hosted, scenarios, options),
    ...requestBodyOf(hosted, scenarios),
    responses: responsesOf(hosted, scenarios),
    'x-price': priceOf(hosted),
    'x-environments': ENVIRONMENTS.filter((environment) => hosted.activation(environment).active),
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
