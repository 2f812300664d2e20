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
import type { CostlyPlugin } from '../contract/costs.ts'
import { resaleErrors } from '../error-codes.ts'
import type { ResaleSection } from '../settings.ts'
import { type ConfiguredCost, CostTable } from './cost-table.ts'

type ConfiguredCosts = ResaleSection['costs']

/** The cost of an operation by the configuration: of an entry of `live`, or of the section, which names a plugin as `plugins` does, or by its id. */
export function configuredCost(costs: ConfiguredCosts, { plugins }: Pick<HostCatalogue, 'plugins'>): ConfiguredCost {
  const byPlugin = new Map(plugins.map(({ id, name }) => [id, costs[name] ?? costs[id]]))
  const bySource = new Map(plugins.flatMap(({ sources }) => sources.map(({ id, costs: own }) => [id, own])))
  return ({ plugin, operation, source }) =>
    (source === null ? byPlugin.get(plugin) : bySource.get(`${plugin}/${source}`))?.[operation]
}

/** Requests in a day, by the ids of the sources that have a cap. */
export const capsOf = ({ plugins }: Pick<HostCatalogue, 'plugins'>): ReadonlyMap<string, number> =>
  new Map(
    plugins.flatMap(({ sources }) =>
      sources.flatMap(({ id, dailyCap }) => (dailyCap === null ? [] : [[id, dailyCap] as const])),
    ),
  )

/** The name of a source within its plugin: `acme` of `pan/acme`. */
export const sourceName = (plugin: string, provider: string): string => provider.slice(plugin.length + 1)

/** What may have a cost, by plugin id. */
export const costlyPlugins = ({ plugins }: Pick<HostCatalogue, 'plugins'>): ReadonlyMap<string, CostlyPlugin> =>
  new Map(
    plugins.map((plugin) => [
      plugin.id,
      { operations: costlyOperations(plugin), sources: plugin.sources.flatMap(({ name }) => name ?? []) },
    ]),
  )

/** The operations of a plugin that may have a cost; for a write also its status query. */
const costlyOperations = ({ operations }: Pick<CataloguePlugin, 'operations'>): readonly string[] =>
  operations.flatMap(({ name, effect }) => (effect === 'write' ? [name, `${name}.status`] : [name]))

/**
 * The total cost of an item's operations, each at the dearest source that may be asked, without status queries, which are not part of a call.
 *
 * @param cost Of an operation at a source; what all of them cost where it has none of its own.
 */
export function costOf(
  { plugin, operations }: CatalogueItem,
  { plugins }: Pick<HostCatalogue, 'plugins'>,
  cost: ConfiguredCost,
): Price {
  const sources = plugins.find(({ id }) => id === plugin)?.sources ?? []
  return operations.reduce((sum, operation) => {
    const serving = sources.filter((one) => one.operations === null || one.operations.includes(operation))
    const names = serving.length === 0 ? [null] : serving.map(({ id }) => sourceName(plugin, id))
    const costs = names.map((source) => cost({ plugin, operation, source }) ?? zero)
    return plus(sum, dearest(costs))
  }, zero)
}

const dearest = (costs: readonly Price[]): Price => [...costs].sort((one, other) => other - one)[0] ?? zero

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
  const table = new CostTable([], configuredCost(costs, catalogue))
  const low = [...sold].flatMap(([text, item]) => {
    const least = costOf(item, catalogue, (of) => table.cost(of, 0))
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
