import * as z from 'zod'
import type { ExampleRequest, FuzzedOperation, JsonSchema, PromisedAnswer } from './fuzzed-operation.ts'

const Schema = z.record(z.string(), z.unknown())
const Content = z.record(z.string(), z.object({ schema: Schema.default({}) })).default({})
const Example = z.object({
  path: z.string(),
  request: z.object({
    query: Schema.default({}),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
  }),
})
const Operation = z.object({
  operationId: z.string(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean().default(false),
        schema: Schema.default({}),
      }),
    )
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content, 'x-also': z.array(z.string()).default([]) })),
  'x-sandbox': z.array(Example).default([]),
})
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema).default({}) }).default({ schemas: {} }),
})

/** Compiles the schemas of answers; those of failures are the same for many operations. */
function answerReader(shared: Readonly<Record<string, JsonSchema>>) {
  const known = new Map<string, z.ZodType>()
  return (schema: JsonSchema): z.ZodType => {
    const { $ref } = schema
    const named = typeof $ref === 'string' ? shared[$ref.slice($ref.lastIndexOf('/') + 1)] : undefined
    const text = JSON.stringify(named ?? schema)
    const made = known.get(text) ?? z.fromJSONSchema(JSON.parse(text))
    known.set(text, made)
    return made
  }
}

const exampleOf = ({ path, request }: z.output<typeof Example>): ExampleRequest => ({
  ...{ path, query: request.query, headers: request.headers, body: request.body },
})

/**
 * The operations of an OpenAPI document, with all that it promises of their answers.
 *
 * @param document As the server gives it.
 */
export function operationsOf(document: unknown, surface: 'calls' | 'admin'): readonly FuzzedOperation[] {
  const { paths, components } = Document.parse(document)
  const read = answerReader(components.schemas)
  const answerOf = ({ content, 'x-also': also }: z.output<typeof Operation>['responses'][string]): PromisedAnswer => {
    const json = content['application/json']
    return { types: [...Object.keys(content), ...also], body: json === undefined ? null : read(json.schema) }
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ id: operation.operationId, surface, path, method: method.toUpperCase(), parameters: operation.parameters },
      body: operation.requestBody?.content['application/json']?.schema ?? null,
      examples: operation['x-sandbox'].map(exampleOf),
      answers: new Map(Object.entries(operation.responses).map(([status, one]) => [Number(status), answerOf(one)])),
    })),
  )
}
