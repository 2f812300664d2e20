import { describe, expect, it } from 'vitest'
import { checkHostileMemory } from '../hostile/check-hostile-memory.ts'
import { checkHostileUpstream } from '../hostile/check-hostile-upstream.ts'
import type { HostileUpstreamOptions } from '../hostile/hostile-options.ts'
import { type PluginUnderTest, pluginOf } from '../plugin/check-plugin.ts'

/** Recovery of writes whose outcome is unknown takes some of it. */
const TIMEOUT_MS = 60_000

/**
 * The suite of a plugin whose upstream is hostile: see `checkHostileUpstream`.
 *
 * @param plugin Configured, or as its package exports it.
 * @param options The upstream under test, and requests that cannot be made of a fixture.
 * @example
 * testHostileUpstreams(pan, { createUpstream })
 */
export function testHostileUpstreams(plugin: PluginUnderTest, options: HostileUpstreamOptions): void {
  const configured = pluginOf(plugin)
  describe(`the plugin ${configured.id} and a hostile upstream`, () => {
    it(
      'charges nothing, releases its holds in time and reveals no other person, for any response',
      async () => {
        expect(await checkHostileUpstream(configured, options)).toEqual([])
      },
      TIMEOUT_MS,
    )

    it(
      'bounds its memory, for any response',
      async () => {
        expect(await checkHostileMemory(configured, options)).toEqual([])
      },
      TIMEOUT_MS,
    )
  })
}
