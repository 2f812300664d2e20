import { isParakhError, type Plugin } from '@parakh/core'
import { createTestHost, type TestHost, type TestHostOptions } from '../host/create-test-host.ts'
import { checkCatalogue, checkScenarioHeader } from './check-catalogue.ts'
import { checkDefinition } from './check-definition.ts'
import { checkFixtures } from './check-fixtures.ts'
import { checkUnlisted } from './check-unlisted.ts'

/** A plugin, or what a package exports: then it is taken without options. */
export type PluginUnderTest = Plugin | ((options?: never) => Plugin)

/** How a plugin is checked. */
export interface PluginCheckOptions {
  /** What the plugin needs of its host besides the defaults. */
  readonly host?: Omit<TestHostOptions, 'plugins'>
  /** Valid requests that no fixture lists, by endpoint id, where none can be derived from the success fixture. */
  readonly unlisted?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** One check: what it promises, and what it finds. */
export interface PluginCheck {
  readonly promise: string
  run(plugin: Plugin, options: PluginCheckOptions): Promise<readonly string[]>
}

/** The catalogue of a plugin is longer than any window. */
const WIDE_LIMITS = { perEndpoint: 100_000, sandbox: 100_000, production: 100_000, inFlight: 1_000 }

async function onHost(
  plugin: Plugin,
  options: PluginCheckOptions,
  check: (test: TestHost) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const settings = { limits: WIDE_LIMITS, ...options.host?.settings }
  let test: TestHost
  try {
    test = await createTestHost({ ...options.host, settings, plugins: [plugin] })
  } catch (thrown) {
    if (!isParakhError(thrown)) throw thrown
    return thrown.faults.length > 0 ? thrown.faults.map(({ path, message }) => `${path}: ${message}`) : [thrown.message]
  }
  try {
    return await check(test)
  } finally {
    await test.host.stop()
  }
}

/** Every check of a plugin, in order. */
export const PLUGIN_CHECKS: readonly PluginCheck[] = [
  { promise: 'is well formed and can be documented', run: async (plugin) => checkDefinition(plugin) },
  { promise: 'shows every branch in fixtures that fit its schemas', run: async (plugin) => checkFixtures(plugin) },
  {
    promise: 'answers its whole catalogue as it says, and charges for answers alone',
    run: (plugin, options) => onHost(plugin, options, checkCatalogue),
  },
  {
    promise: 'answers each scenario that X-Sandbox-Scenario names',
    run: (plugin, options) => onHost(plugin, options, checkScenarioHeader),
  },
  {
    promise: 'answers unlisted input like the real service, the same for the same',
    run: (plugin, options) => onHost(plugin, options, (test) => checkUnlisted(test, options.unlisted)),
  },
]

/** The plugin itself. */
export const pluginOf = (plugin: PluginUnderTest): Plugin => (typeof plugin === 'function' ? plugin() : plugin)

/**
 * Everything that is wrong with a plugin.
 *
 * @returns Nothing for a good one.
 * @example
 * expect(await checkPlugin(pincode)).toEqual([])
 */
export async function checkPlugin(
  plugin: PluginUnderTest,
  options: PluginCheckOptions = {},
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { run } of PLUGIN_CHECKS) problems.push(...(await run(pluginOf(plugin), options)))
  return problems
}
