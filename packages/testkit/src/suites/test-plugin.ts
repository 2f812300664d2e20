import { describe, expect, it } from 'vitest'
import { PLUGIN_CHECKS, type PluginCheckOptions, type PluginUnderTest, pluginOf } from '../plugin/check-plugin.ts'

/**
 * The suite that every plugin passes: see `checkPlugin`.
 *
 * @param plugin Configured, or as its package exports it.
 * @param options What it needs of its host, and unlisted input.
 * @example
 * testPlugin(pincode)
 */
export function testPlugin(plugin: PluginUnderTest, options: PluginCheckOptions = {}): void {
  const configured = pluginOf(plugin)
  describe(`the plugin ${configured.id}`, () => {
    it.each(PLUGIN_CHECKS)('$promise', async ({ run }) => {
      expect(await run(configured, options)).toEqual([])
    })
  })
}
