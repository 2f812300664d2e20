import { type AnyPoint, type Contribution, LiveEntryFields, type Plugin, SourceRouters } from '@parakh/core'
import { routerDrivers } from '@parakh/kernel'
import * as z from 'zod'

type ChosenPoint = Extract<AnyPoint, { readonly select: 'chosen' }>
type Properties = Readonly<Record<string, unknown>>

const LIVE = {
  type: 'object',
  required: ['provider'],
  properties: {
    provider: { type: 'string', description: 'http, a provider of the plugin, or the package or path of one' },
    ...fieldsOf(z.object(LiveEntryFields)).properties,
  },
}
/** What any plugin may say about who answers in production. */
const PROVIDER_OPTIONS = {
  live: {
    description: 'Who answers in production: one provider, or a list that fails over in order',
    anyOf: [LIVE, { type: 'array', minItems: 1, items: LIVE }],
  },
}
/** What any plugin with endpoints may say about them. */
const ENDPOINT_OPTIONS = {
  licence: {
    type: 'object',
    description: 'What permits regulated lookups: authority, number, validUntil (YYYY-MM-DD)',
  },
  consent: { type: 'object', description: 'The consent policy: notice, standing, pattern, purposes, verifier' },
  mount: { type: 'string', description: 'The path of its endpoints; /api/v1 unless given' },
}

/** A section of a plugin that is not known. */
export const ANY_PLUGIN_SECTION = {
  type: ['object', 'null'],
  properties: { ...PROVIDER_OPTIONS, ...ENDPOINT_OPTIONS },
}

/** What a schema takes in a file, without the dialect, which the whole document names. */
export function inFile(schema: z.ZodType): Properties {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    ...{ io: 'input', unrepresentable: 'any', target: 'draft-2020-12' },
  })
  return rest
}

/** The properties of an object, and those that it requires. */
function fieldsOf(schema: z.ZodObject | null): {
  readonly properties: Properties
  readonly required: readonly string[]
} {
  const { properties = {}, required = [] } = z
    .object({ properties: z.record(z.string(), z.unknown()).optional(), required: z.array(z.string()).optional() })
    .parse(schema ? inFile(schema) : {})
  return { properties, required }
}

function driverSchema({ id, options }: Contribution): object {
  const { properties, required } = fieldsOf(options)
  return {
    type: 'object',
    required: ['use', ...required],
    properties: { use: { const: id }, ...properties },
    additionalProperties: false,
  }
}

/** One driver, or any number by names of the deployer, of those that the configured plugins bring, and of core's own. */
function choiceSchema(
  { id, count }: Pick<ChosenPoint, 'id' | 'count'>,
  plugins: readonly Plugin[],
  own: readonly Contribution[] = [],
): object {
  const brought = plugins.flatMap(({ definition }) => definition.contributes.filter(({ point }) => point.id === id))
  const drivers = [...own, ...brought]
  const one = drivers.length > 0 ? { anyOf: drivers.map(driverSchema) } : { type: 'object', required: ['use'] }
  return count === 'one' ? one : { type: 'object', additionalProperties: one }
}

/** A router for all operations of a plugin, or routers by operation. */
function routingSchema(plugins: readonly Plugin[]): object {
  const one = choiceSchema({ id: SourceRouters.id, count: 'one' }, plugins, routerDrivers)
  return {
    description:
      'In which order the sources are asked: a router, or routers by operation; the order of live without it',
    anyOf: [one, { type: 'object', additionalProperties: one }],
  }
}

/**
 * The JSON Schema of a plugin's section: its settings, the drivers at its points, and the options of any plugin that concern it.
 *
 * @param plugins All of the configuration: they bring the drivers.
 */
export function pluginJsonSchema({ definition }: Plugin, plugins: readonly Plugin[]): object {
  const { properties, required } = fieldsOf(definition.settings?.definition.schema ?? null)
  const choices = definition.points.flatMap((point) =>
    point.select === 'chosen' ? [[point.sectionKey, choiceSchema(point, plugins)] as const] : [],
  )
  return {
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      ...(definition.provider ? { ...PROVIDER_OPTIONS, routing: routingSchema(plugins) } : {}),
      ...(definition.endpoints.length > 0 ? ENDPOINT_OPTIONS : {}),
      ...properties,
      ...Object.fromEntries(choices),
    },
    ...(required.length > 0 ? { required } : {}),
  }
}
