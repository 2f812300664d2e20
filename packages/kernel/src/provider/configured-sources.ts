import type { LiveSource, Provider, UpstreamHealth } from '@parakh/core'
import { noFailures } from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime, LiveProvider, PluginRuntime } from '../runtime/endpoint-runtime.ts'

/** A source as the configuration has it, and what asks it. */
export interface ConfiguredSource {
  readonly facts: Omit<LiveSource, 'health'>
  readonly live: LiveProvider
  readonly plugin: PluginRuntime
}

/** A plugin with what it asks. */
export interface AskingPlugin {
  readonly plugin: PluginRuntime
  /** Null: it asks nobody. */
  readonly contract: Provider | null
  readonly endpoints: readonly EndpointRuntime[]
}

/** The live providers of a host, in the order of the configuration. */
export function configuredSources(plugins: readonly AskingPlugin[]): readonly ConfiguredSource[] {
  return plugins.flatMap(({ plugin, contract, endpoints }) =>
    plugin.live.map((live, index) => {
      const operations = Object.entries(contract?.operations ?? {})
        .filter(([name]) => live.implementation[name])
        .map(([name, value]) => {
          const asking = endpoints.filter((one) => Object.hasOwn(one.operations, name)).map(({ endpoint }) => endpoint)
          const regulated = asking.some(({ consent }) => consent?.regulated === true)
          return { name, contract: value, endpoints: asking.map(({ id }) => id), regulated }
        })
      const { id, name: provider, authorised } = live
      const facts = { id, plugin: plugin.id, position: index + 1, provider, authorised, operations }
      const kind = live.exchanges ? 'http' : live.local ? 'bundled' : 'code'
      const licensedUntil = plugin.options.licence?.validUntil ?? null
      return { facts: { ...facts, kind, licensedUntil, certifiedUntil: live.certifiedUntil ?? null }, live, plugin }
    }),
  )
}

/** The same with their health; one that was not asked yet has a closed circuit. */
export function liveSources(
  sources: readonly ConfiguredSource[],
  { upstream }: Pick<CallParts, 'upstream'>,
): readonly LiveSource[] {
  const known = new Map(upstream.health().map((one) => [one.provider, one]))
  return sources.map(({ facts }) => ({ ...facts, health: known.get(facts.id) ?? unasked(facts.id) }))
}

const unasked = (provider: string): UpstreamHealth => ({
  ...{ provider, circuit: 'closed', successes: 0, failures: noFailures(), lastTrouble: null },
})
