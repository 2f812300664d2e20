import {
  type CatalogueItem,
  type CataloguePlugin,
  type Composition,
  type ConfigurationFault,
  decimal,
  didYouMean,
  type HostCatalogue,
  type Price,
  plus,
  zero,
} from '@parakh/core'
import { resaleErrors } from '../error-codes.ts'
import type { ResaleSection } from '../settings.ts'
import type { ConfiguredCost } from './cost-table.ts'

type ConfiguredCosts = ResaleSection['costs']

/** The cost of an operation by the configuration, which names a plugin as `plugins` does, or by its id. */
export function configuredCost(costs: ConfiguredCosts, { plugins }: Pick<HostCatalogue, 'plugins'>): ConfiguredCost {
  const byPlugin = new Map(plugins.map(({ id, name }) => [id, costs[name] ?? costs[id]]))
  return (plugin, operation) => byPlugin.get(plugin)?.[operation]
}

/** The operations of a plugin that may have a cost; for a write also its status query. */
export const costlyOperations = ({ operations }: Pick<CataloguePlugin, 'operations'>): readonly string[] =>
  operations.flatMap(({ name, effect }) => (effect === 'write' ? [name, `${name}.status`] : [name]))

/** The total cost of an item's operations, without status queries, which are not part of a call. */
export const costOf = ({ plugin, operations }: CatalogueItem, cost: ConfiguredCost): Price =>
  operations.reduce((sum, name) => plus(sum, cost(plugin, name) ?? zero), zero)

/** Faults: costs of unknown plugins and operations, and configured prices below their cost. */
export function costFaults(
  { costs }: ResaleSection,
  { catalogue, section }: Pick<Composition, 'catalogue' | 'section'>,
): readonly ConfigurationFault[] {
  const { plugins, sold } = catalogue
  const names = plugins.map(({ name }) => name)
  const unknown = Object.entries(costs).flatMap(([name, operations]) => {
    const plugin = plugins.find((one) => one.id === name || one.name === name)
    if (!plugin) return [unknownFault(`${section}.costs.${name}`, name, names)]
    const known = costlyOperations(plugin)
    return Object.keys(operations)
      .filter((operation) => !known.includes(operation))
      .map((operation) => unknownFault(`${section}.costs.${name}.${operation}`, operation, known))
  })
  const cost = configuredCost(costs, catalogue)
  const low = [...sold].flatMap(([text, item]) => {
    const least = costOf(item, cost)
    if (item.configured === null || item.configured >= least) return []
    const figures = { price: decimal(item.configured), cost: decimal(least) }
    return [resaleErrors.fault('PRICE_BELOW_COST', `pricing.overrides.${text}`, figures)]
  })
  return [...unknown, ...low]
}

const unknownFault = (path: string, name: string, known: readonly string[]): ConfigurationFault =>
  resaleErrors.fault('COST_UNKNOWN', path, {
    name,
    hint: didYouMean(name, known),
    allowed: known.join(', ') || 'nothing',
  })
