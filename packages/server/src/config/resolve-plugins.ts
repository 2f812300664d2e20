import type { ConfigurationFault, Plugin, PluginFactory } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import { importDefault, resolveModule } from './import-module.ts'
import { moduleMistake } from './module-mistake.ts'
import { resolveLive } from './resolve-providers.ts'
import { joinPath } from './schema-faults.ts'

/** The plugins of a configuration, their paths, and their faults. */
export interface ResolvedPlugins {
  readonly plugins: readonly Plugin[]
  /** By plugin id. */
  readonly paths: Readonly<Record<string, string>>
  readonly faults: readonly ConfigurationFault[]
}

type Options = Readonly<Record<string, unknown>>

const isFactory = (value: unknown): value is PluginFactory =>
  typeof value === 'function' && 'definition' in value && typeof value.definition === 'object'

interface Resolved {
  /** Null: it could not be loaded. */
  readonly plugin: Plugin | null
  readonly faults: readonly ConfigurationFault[]
}

async function resolvePlugin(name: string, options: Options, folder: string): Promise<Resolved> {
  const path = joinPath('plugins', name)
  const file = resolveModule(name, folder)
  const refused = (fault: ConfigurationFault): Resolved => ({ plugin: null, faults: [fault] })
  if (file === undefined) return refused(serverErrors.fault('PLUGIN_NOT_FOUND', path, { name, folder }))
  try {
    const factory = await importDefault(file)
    if (!isFactory(factory)) return refused(serverErrors.fault('NOT_A_PLUGIN', path, { name }))
    const { live, faults } = await resolveLive(options['live'], {
      folder,
      path: joinPath(path, 'live'),
      own: factory.definition.providers.map(({ provider }) => provider),
    })
    const { live: _, ...others } = options
    // The host checks the options by the plugin's schema, also if a live provider could not be loaded.
    const given: object = live === undefined || faults.length > 0 ? others : { ...options, live }
    return { plugin: factory(given), faults }
  } catch (error) {
    const detail = await moduleMistake(file, error)
    return refused(serverErrors.fault('PLUGIN_NOT_LOADED', path, { name, detail }))
  }
}

/**
 * Loads the plugins that a configuration names, from the folder of its file.
 *
 * @param map Options by package name or relative path.
 * @param folder The folder that names are resolved from.
 */
export async function resolvePlugins(
  map: Readonly<Record<string, Options | null>>,
  folder: string,
): Promise<ResolvedPlugins> {
  const results = await Promise.all(
    Object.entries(map).map(async ([name, options]) => ({
      name,
      ...(await resolvePlugin(name, options ?? {}, folder)),
    })),
  )
  return {
    plugins: results.flatMap(({ plugin }) => plugin ?? []),
    paths: Object.fromEntries(
      results.flatMap(({ name, plugin }) => (plugin ? [[plugin.id, joinPath('plugins', name)]] : [])),
    ),
    faults: results.flatMap(({ faults }) => faults),
  }
}
