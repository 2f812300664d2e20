import { type LiveSource, type SourceOperation, UPSTREAM_FAILURES } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'

/** Why an attempt failed. */
export const FailureField = z
  .enum(UPSTREAM_FAILURES)
  .describe(
    'timeout; unreachable; status: it said "not now" (408, 425, 5xx); throttled: its rate limit; unusable: not of the contract, or of another; denied: our credentials, permission or credit; other: a provider in code did not say',
  )
const Count = z.int()
const InputView = z.object({
  name: z.string(),
  required: z.boolean(),
  type: z.string().describe('text: it is typed as it is; any other is JSON'),
})
const OperationView = z.object({
  name: z.string(),
  effect: z.enum(['read', 'write']),
  regulated: z.boolean().describe('Only authorised sources are asked'),
  endpoints: z.array(z.string()).describe('Those whose calls may ask it'),
  input: z.array(InputView),
})
/** A source as operators see it. */
export const SourceView = z.object({
  source: z
    .string()
    .describe(
      'The plugin, the provider, and its place in the configuration: pan/http#0; its name where it has one: pan/acme',
    ),
  plugin: z.string(),
  position: z.int().describe('Its place in the failover order, from 1'),
  provider: z.string(),
  kind: z
    .enum(['http', 'bundled', 'code'])
    .describe('http: described in the configuration; bundled: what this process has; code: a provider in code'),
  authorised: z.boolean().describe('For regulated lookups'),
  licence_until: z.string().nullable().describe('The last day of the licence of its plugin; null: none'),
  circuit: z
    .enum(['closed', 'open', 'half-open'])
    .describe('open: it is not asked for a while; half-open: one attempt tries it'),
  successes: Count.describe('Answers, and definite noes'),
  failures: z.object({
    ...{ timeout: Count, unreachable: Count, status: Count, throttled: Count },
    ...{ unusable: Count, denied: Count, other: Count },
  }),
  last_trouble: z
    .object({
      at: Moment,
      operation: z.string(),
      failure: FailureField,
      field: z.string().nullable().describe('Of the contract'),
      reason: z.string().nullable().describe('missing, http_503'),
    })
    .nullable()
    .describe('Never an input; null: none so far'),
  operations: z.array(OperationView),
})

/** Presents a source. */
export function presentSource({ health, operations, ...source }: LiveSource): z.input<typeof SourceView> {
  const { circuit, successes, failures, lastTrouble } = health
  const { id, plugin, position, provider, kind, authorised, licensedUntil } = source
  return {
    ...{ source: id, plugin, position, provider, kind, authorised, licence_until: licensedUntil },
    ...{ circuit, successes, failures },
    last_trouble: lastTrouble && { ...lastTrouble, at: moment(lastTrouble.at) },
    operations: operations.map(presentOperation),
  }
}

function presentOperation({ name, contract, regulated, endpoints }: SourceOperation): z.input<typeof OperationView> {
  const { properties = {}, required = [] } = z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' })
  const input = Object.entries(properties).map(([field, schema]) => ({
    ...{ name: field, required: required.includes(field), type: typeOf(schema) },
  }))
  return { name, effect: contract.effect, regulated, endpoints: [...endpoints], input }
}

/** The first type that is not null. */
function typeOf(schema: z.core.JSONSchema._JSONSchema): string {
  if (typeof schema === 'boolean') return 'any'
  const { type, anyOf = [] } = schema
  const [first] = [type ?? anyOf.map(typeOf)].flat().filter((one) => one !== 'null')
  return first === 'string' ? 'text' : (first ?? 'any')
}
