import { LiveSources, type Service, service } from '@parakh/core'
import { type ConfiguredSource, configuredSources, liveSources } from '../provider/configured-sources.ts'
import { prepareTest } from '../provider/test-source.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { PluginRuntime, Runtimes } from '../runtime/endpoint-runtime.ts'
import type { PlannedPlugin } from './plan.ts'

interface Made {
  readonly planned: readonly PlannedPlugin[]
  /** Of the planned ones, in their order. */
  readonly plugins: readonly PluginRuntime[]
  readonly runtimes: Runtimes
}

interface Bound {
  readonly parts: CallParts
  readonly sources: readonly ConfiguredSource[]
  readonly runtimes: Runtimes
}

/** The live sources are made after the services: this one is bound to them once they are there. */
export class DeferredSources {
  #bound: Bound | null = null
  #since = new Date(0)

  bind(parts: CallParts, { planned, plugins, runtimes }: Made): void {
    const endpoints = [...runtimes.values()]
    const sources = configuredSources(
      plugins.map((plugin, index) => ({
        plugin,
        contract: planned[index]?.plugin.definition.provider ?? null,
        endpoints: endpoints.filter((one) => one.plugin === plugin),
      })),
    )
    this.#since = parts.clock.now()
    this.#bound = { parts, sources, runtimes }
  }

  service(): Service {
    const bound = () => {
      if (!this.#bound) throw new TypeError('the sources are asked for before the host is made')
      return this.#bound
    }
    const sinceOf = () => this.#since
    return service(LiveSources, {}, () => ({
      get since() {
        return sinceOf()
      },
      list: () => liveSources(bound().sources, bound().parts),
      lockedInProduction: (endpoint) => {
        const found = bound().runtimes.get(endpoint)?.hosted.activation('production')
        return found === undefined || found.active ? null : found.reason
      },
      prepareTest: (asked) => prepareTest(bound().parts, bound().sources, asked),
    }))
  }
}
