import {
  type CatalogueItem,
  type CatalogueSource,
  HOST_EVENTS,
  type HostCatalogue,
  isHandle,
  type Plugin,
  soldItemsOf,
  soldItemText,
} from '@parakh/core'
import type { HostOptions } from './host.ts'
import { namedLive } from './named-live.ts'

/** The event types that plugins declare. */
const pluginEvents = (plugins: readonly Plugin[]): readonly string[] =>
  plugins.flatMap(({ definition: { events, endpoints } }) => [
    ...events.map(({ id }) => id),
    ...endpoints
      .flatMap(({ needs, asyncResult }) => [...Object.values(needs), ...(asyncResult ? [asyncResult.event] : [])])
      .flatMap((token) => (isHandle(token) && token.kind === 'event' ? token.id : [])),
  ])

function soldBy(
  { id: plugin, definition }: Plugin,
  { priceOverrides: overrides, switchedOff = [] }: HostOptions['settings'],
) {
  const offered = definition.endpoints.filter(({ id }) => !switchedOff.includes(id))
  return offered.flatMap((endpoint) => {
    const { price, tiers, priceSource, replay, uses } = endpoint
    return soldItemsOf(endpoint).map((item): readonly [string, CatalogueItem] => {
      const own = item.tier === null ? price : tiers?.[item.tier]
      const text = soldItemText(item)
      const prices = { listed: typeof own === 'number' ? own : null, configured: overrides[text] ?? null }
      const operations = Object.keys(uses?.operations ?? {})
      const facts = { listedSource: priceSource ?? 'plugin', chargeable: replay !== false } as const
      return [text, { ...item, plugin, ...prices, ...facts, operations }]
    })
  })
}

const sourcesOf = (plugin: Plugin): readonly CatalogueSource[] =>
  namedLive(plugin, '').map(({ entry: { id, name, costs, dailyCap }, source }) => {
    const described = source.provider === 'http' ? source['operations'] : null
    return { id, name, costs, dailyCap, operations: described ? Object.keys(described) : null }
  })

/** The catalogue of a composition. */
export function hostCatalogue({ plugins, paths = {}, settings }: HostOptions): HostCatalogue {
  const nameOf = (id: string): string => {
    const path = paths[id] ?? id
    return path.startsWith('plugins.@') ? path.slice('plugins.'.length) : id
  }
  return {
    sold: new Map(plugins.flatMap((plugin) => soldBy(plugin, settings))),
    plugins: plugins.flatMap((plugin) => {
      const { id, definition } = plugin
      const { provider } = definition
      const operations = Object.entries(provider?.operations ?? {}).map(([name, { effect }]) => ({ name, effect }))
      return provider ? [{ id, name: nameOf(id), operations, sources: sourcesOf(plugin) }] : []
    }),
    eventTypes: [...new Set([...Object.keys(HOST_EVENTS), ...pluginEvents(plugins)])].sort(),
  }
}
