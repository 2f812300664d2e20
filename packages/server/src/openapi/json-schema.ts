import * as z from 'zod'

/** A JSON Schema. */
export type JsonSchema = { readonly [key: string]: unknown }

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Answers may get further fields (decisions.md section 12), so the schema must not forbid them. */
function openEnded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openEnded)
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      key === 'additionalProperties' && item === false ? [] : [[key, openEnded(item)]],
    ),
  )
}

/** Removes the limits of safe integers: they are not informative, and pages show them as examples. */
function withoutSafeBounds({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const how = { io, unrepresentable: 'any', target: 'draft-2020-12', override: withoutSafeBounds } as const
  const { $schema: _, ...rest } = z.toJSONSchema(schema, how)
  return rest
}

/** The schema of an answer. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  const open = openEnded(convert(schema, 'output'))
  return isSchema(open) ? open : {}
}

/** The schema of a request: unknown fields are refused (decisions.md section 3). */
export const requestSchema = (schema: z.ZodType): JsonSchema => ({
  ...convert(schema, 'input'),
  additionalProperties: false,
})

/** The fields of an object's schema, and which are required. */
export function fieldsOf(schema: JsonSchema): {
  readonly fields: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
} {
  const { properties, required } = schema
  return {
    fields: isSchema(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {},
    required: Array.isArray(required) ? required.map(String) : [],
  }
}
