import * as z from 'zod'
import { PluginMapSchema, SECTIONS } from './schema.ts'

const COMMON_PLUGIN_OPTIONS = {
  live: { description: 'Who answers in production: one provider, or a list that fails over in order' },
  licence: { description: 'What permits regulated lookups: authority, number, validUntil (YYYY-MM-DD)' },
  consent: { description: 'The consent policy: notice, standing' },
  mount: { type: 'string', description: 'The path of its endpoints; /api/v1 unless given' },
}

/**
 * The JSON Schema of a configuration file, for editors: `parakh config schema`.
 *
 * @example
 * await writeFile('parakh.schema.json', JSON.stringify(configJsonSchema()))
 */
export function configJsonSchema(): object {
  const { services: _, plugins: __, ...sections } = SECTIONS
  const { database, ...rest } = sections
  const schemas = Object.entries({ ...rest, plugins: PluginMapSchema }).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }),
  ])
  // An embedder's own pool cannot be written in a file.
  const inFile = z.toJSONSchema(database.options[0], { io: 'input', unrepresentable: 'any' })
  const properties = Object.fromEntries(
    [...schemas, ['database', inFile]].map(([name, schema]) => [name, withoutDialect(schema)]),
  )
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Parakh configuration',
    type: 'object',
    additionalProperties: false,
    required: ['database', 'plugins'],
    properties: {
      ...properties,
      plugins: {
        type: 'object',
        description: PluginMapSchema.description,
        additionalProperties: { type: ['object', 'null'], properties: COMMON_PLUGIN_OPTIONS },
      },
    },
  }
}

function withoutDialect(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const { $schema: _, ...rest } = schema as { $schema?: string }
  return rest
}
