import {
  type ConfigurationFault,
  decimal,
  didYouMean,
  type Endpoint,
  type Plugin,
  Price,
  plus,
  soldItemsOf,
  soldItemText,
  zero,
} from '@parakh/core'
import * as z from 'zod'
import { serverErrors } from '../error-codes.ts'
import type { PricingSchema } from './pricing-section.ts'

/** The section `costs`: provider costs by plugin, as named under `plugins`, then by operation. No price may be below it. */
export const CostsSchema = z
  .record(z.string(), z.record(z.string(), Price))
  .describe('The cost of provider operations in rupees: by plugin, then by operation')

/** The section, checked. */
export type CostsSection = z.output<typeof CostsSchema>

/** The sources of costs. */
export interface CostSources {
  readonly costs: CostsSection
  readonly plugins: readonly Plugin[]
  /** The configuration path of each plugin, by id. */
  readonly paths: Readonly<Record<string, string>>
}

/** A plugin's name under `plugins`; its id if it was given as a value. */
const nameOf = ({ id }: Plugin, { paths }: CostSources): string => {
  const path = paths[id] ?? id
  return path.startsWith('plugins.@') ? path.slice('plugins.'.length) : id
}

/** The cost of an operation by the configuration; undefined: none. */
export function operationCosts(sources: CostSources): (plugin: string, operation: string) => Price | undefined {
  const costs = new Map(
    sources.plugins.map((plugin) => [plugin.id, sources.costs[nameOf(plugin, sources)] ?? sources.costs[plugin.id]]),
  )
  return (plugin, operation) => costs.get(plugin)?.[operation]
}

/** The operations of a plugin that may have a cost; for a write also its status query. */
export const costlyOperations = ({ definition }: Plugin): readonly string[] =>
  Object.entries(definition.provider?.operations ?? {}).flatMap(([name, { effect }]) =>
    effect === 'write' ? [name, `${name}.status`] : [name],
  )

/** The total cost of an endpoint's operations, without status queries, which are not part of a call. */
export const costOf = (endpoint: Endpoint, cost: (operation: string) => Price | undefined): Price =>
  Object.keys(endpoint.uses?.operations ?? {}).reduce((sum, name) => plus(sum, cost(name) ?? zero), zero)

/** Faults: costs of unknown plugins and operations, and configured prices below their cost. */
export function costFaults(
  sources: CostSources & { readonly pricing: z.output<typeof PricingSchema> },
): readonly ConfigurationFault[] {
  const { costs, plugins } = sources
  const names = plugins.map((plugin) => nameOf(plugin, sources))
  const unknown = Object.entries(costs).flatMap(([name, operations]) => {
    const plugin = plugins.find((one) => one.id === name || nameOf(one, sources) === name)
    if (!plugin) return [unknownFault(`costs.${name}`, name, names)]
    const known = costlyOperations(plugin)
    return Object.keys(operations)
      .filter((operation) => !known.includes(operation))
      .map((operation) => unknownFault(`costs.${name}.${operation}`, operation, known))
  })
  return [...unknown, ...lowPrices(sources)]
}

const unknownFault = (path: string, name: string, known: readonly string[]): ConfigurationFault =>
  serverErrors.fault('COST_UNKNOWN', path, {
    name,
    hint: didYouMean(name, known),
    allowed: known.join(', ') || 'nothing',
  })

function lowPrices(
  sources: CostSources & { readonly pricing: z.output<typeof PricingSchema> },
): readonly ConfigurationFault[] {
  const costs = operationCosts(sources)
  return sources.plugins.flatMap((plugin) =>
    plugin.definition.endpoints.flatMap((endpoint) => {
      const cost = costOf(endpoint, (operation) => costs(plugin.id, operation))
      return soldItemsOf(endpoint)
        .map(soldItemText)
        .flatMap((item) => {
          const price = sources.pricing.overrides[item]
          if (price === undefined || price >= cost) return []
          const figures = { price: decimal(price), cost: decimal(cost) }
          return [serverErrors.fault('PRICE_BELOW_COST', `pricing.overrides.${item}`, figures)]
        })
    }),
  )
}
