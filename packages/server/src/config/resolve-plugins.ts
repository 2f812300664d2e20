import type { ConfigurationFault, Plugin, PluginFactory } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import { importDefault, resolveModule } from './import-module.ts'
import { resolveLive } from './resolve-providers.ts'
import { joinPath } from './schema-faults.ts'

/** The plugins of a configuration, where each stands, and what is wrong with them. */
export interface ResolvedPlugins {
  readonly plugins: readonly Plugin[]
  /** By plugin id. */
  readonly paths: Readonly<Record<string, string>>
  readonly faults: readonly ConfigurationFault[]
}

type Options = Readonly<Record<string, unknown>>

const isFactory = (value: unknown): value is PluginFactory =>
  typeof value === 'function' && 'definition' in value && typeof value.definition === 'object'
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function resolvePlugin(
  name: string,
  options: Options,
  folder: string,
): Promise<Plugin | readonly ConfigurationFault[]> {
  const path = joinPath('plugins', name)
  const file = resolveModule(name, folder)
  if (file === undefined) return [serverErrors.fault('PLUGIN_NOT_FOUND', path, { name, folder })]
  try {
    const factory = await importDefault(file)
    if (!isFactory(factory)) return [serverErrors.fault('NOT_A_PLUGIN', path, { name })]
    const { live, faults } = await resolveLive(options['live'], {
      folder,
      path: joinPath(path, 'live'),
      own: factory.definition.providers.map(({ provider }) => provider),
    })
    if (faults.length > 0) return faults
    // Checked by the host, by the plugin's own schema.
    const given: object = live === undefined ? options : { ...options, live }
    return factory(given)
  } catch (error) {
    return [serverErrors.fault('PLUGIN_NOT_LOADED', path, { name, detail: messageOf(error) })]
  }
}

const isPlugin = (result: Plugin | readonly ConfigurationFault[]): result is Plugin => !Array.isArray(result)

/**
 * Loads the plugins that a configuration names, from the folder of its file.
 *
 * @param map Options by package name or relative path.
 * @param folder Where names are resolved from.
 */
export async function resolvePlugins(
  map: Readonly<Record<string, Options | null>>,
  folder: string,
): Promise<ResolvedPlugins> {
  const results = await Promise.all(
    Object.entries(map).map(async ([name, options]) => ({
      name,
      result: await resolvePlugin(name, options ?? {}, folder),
    })),
  )
  return {
    plugins: results.flatMap(({ result }) => (isPlugin(result) ? [result] : [])),
    paths: Object.fromEntries(
      results.flatMap(({ name, result }) => (isPlugin(result) ? [[result.id, joinPath('plugins', name)]] : [])),
    ),
    faults: results.flatMap(({ result }) => (isPlugin(result) ? [] : result)),
  }
}
