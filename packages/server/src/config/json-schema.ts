import { dirname, resolve } from 'node:path'
import type { Plugin } from '@parakh/core'
import { interpolate } from './environment-variables.ts'
import { ANY_PLUGIN_SECTION, inFile, pluginJsonSchema } from './plugin-json-schema.ts'
import { readConfigurationFile } from './read-file.ts'
import { resolvePlugins } from './resolve-plugins.ts'
import { PluginMapSchema, SECTIONS } from './schema.ts'

/**
 * The JSON Schema of a configuration file, for editors.
 *
 * @param plugins Those whose sections have their fields, by names under `plugins`; others may have any.
 * @example
 * await writeFile('parakh.schema.json', JSON.stringify(configJsonSchema()))
 */
export function configJsonSchema(plugins: Readonly<Record<string, Plugin>> = {}): object {
  const { services: _, plugins: __, database, ...sections } = SECTIONS
  const named = Object.entries(plugins).map(([name, plugin]) => [
    name,
    pluginJsonSchema(plugin, Object.values(plugins)),
  ])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Parakh configuration',
    type: 'object',
    additionalProperties: false,
    required: ['database', 'plugins'],
    properties: {
      ...Object.fromEntries(Object.entries(sections).map(([name, schema]) => [name, inFile(schema)])),
      // An embedder's own pool cannot be written in a file.
      database: inFile(database.options[0]),
      plugins: {
        type: 'object',
        description: PluginMapSchema.description,
        properties: Object.fromEntries(named),
        additionalProperties: ANY_PLUGIN_SECTION,
      },
    },
  }
}

/**
 * The JSON Schema of a configuration file with the sections of the plugins that it lists: `parakh config schema`. The rest of it need not be right.
 *
 * @param file Its path. Plugins are found from its folder; one that cannot be loaded may have any options.
 * @throws `CONFIGURATION_UNREADABLE`
 * @example
 * await writeFile('parakh.schema.json', JSON.stringify(await configJsonSchemaOf('./parakh.yaml')))
 */
export async function configJsonSchemaOf(
  file: string,
  { environment = process.env }: { readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<object> {
  const path = resolve(file)
  const { value } = interpolate((await readConfigurationFile(path)).value, environment)
  const listed = typeof value === 'object' && value !== null && 'plugins' in value ? value.plugins : {}
  const { data: sections = {} } = PluginMapSchema.safeParse(listed)
  const { plugins, paths } = await resolvePlugins(sections, dirname(path))
  return configJsonSchema(
    Object.fromEntries(plugins.map((plugin) => [(paths[plugin.id] ?? '').slice('plugins.'.length), plugin])),
  )
}
