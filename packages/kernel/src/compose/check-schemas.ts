import type { ConfigurationFault, Plugin } from '@parakh/core'
import type * as z from 'zod'
import { kernelErrors } from '../error-codes.ts'

/** Every schema that a plugin brings, by what it is of. */
function schemasOf({ definition }: Plugin): readonly (readonly [of: string, schema: object])[] {
  const { endpoints, provider, providers, settings } = definition
  return [
    ...endpoints.flatMap(({ id, request, data }) => [
      [`the request of ${id}`, request] as const,
      [`the data of ${id}`, data] as const,
    ]),
    ...Object.entries(provider?.operations ?? {}).flatMap(([name, { input, output }]) => [
      [`the input of the operation ${name}`, input] as const,
      [`the output of the operation ${name}`, output] as const,
    ]),
    ...providers.map((factory) => [`the options of the provider ${factory.provider}`, factory.options] as const),
    ...(settings ? [['the settings', settings.definition.schema] as const] : []),
  ]
}

/** Whether a schema, or a field of it, is of another zod: one of version 3 has no `_zod`. */
function isOfAnother(schema: object): boolean {
  if (!('_zod' in schema)) return true
  const definition = (schema as z.core.$ZodTypes)._zod.def
  return definition.type === 'object' && Object.values(definition.shape).some(isOfAnother)
}

/** Schemas of a zod of another major, which would fail with the first call, or with the first look at the reference page. */
export const checkSchemas = (plugin: Plugin, path: string): readonly ConfigurationFault[] =>
  schemasOf(plugin)
    .filter(([, schema]) => isOfAnother(schema))
    .map(([of]) => kernelErrors.fault('SCHEMA_OF_ANOTHER_ZOD', path, { id: plugin.id, of }))
