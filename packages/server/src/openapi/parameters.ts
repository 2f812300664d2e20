import type { HostedEndpoint, ScenarioEntry } from '@parakh/kernel'
import type { DocumentOptions } from './document-options.ts'
import { fieldsOf, type JsonSchema, requestSchema } from './json-schema.ts'

/** An OpenAPI parameter. */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Your key for this call, bare or in double quotes. A retry with the same key returns the same answer and is charged once. It comes back as request_id. No proxy replaces it.',
  schema: { type: 'string', pattern: '^([A-Za-z0-9._:+/=-]{1,128}|"[A-Za-z0-9._:+/=-]{1,128}")$' },
}
const REQUEST_ID: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'The key of the call if Idempotency-Key is absent. Otherwise it is only echoed and logged. Some proxies replace it: prefer Idempotency-Key.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._:+/=-]{1,128}$' },
}
const CONSENT_REF: Parameter = {
  name: 'X-Consent-Ref',
  in: 'header',
  required: false,
  description: 'The id of the consent that you hold: needed in production where the request has no consent field.',
  schema: { type: 'string', maxLength: 128 },
}

function scenarioHeader(scenarios: readonly ScenarioEntry[]): Parameter {
  const names = [...new Set([...scenarios.map(({ scenario }) => scenario), 'upstream-failure', 'throttled'])]
  return {
    name: 'X-Sandbox-Scenario',
    in: 'header',
    required: false,
    description: 'Sandbox keys only: plays this branch whatever the input.',
    schema: { type: 'string', enum: names },
  }
}

/** The query parameter of the key, if the endpoint's policy has one (spec: Authentication 3). */
function queryKey(
  { auth, schemes }: HostedEndpoint,
  { legacyQueryKey = 'required' }: DocumentOptions,
): readonly Parameter[] {
  if (auth.also?.in !== 'query' || auth.also.rule === 'equal-if-sent') return []
  const { name, rule } = auth.also
  // Callers of other schemes have no key to send.
  const everybody = schemes.every(({ proves }) => proves === 'key')
  const required = rule === 'must-equal' && legacyQueryKey !== 'optional' && everybody
  return [
    {
      name,
      in: 'query',
      required,
      description: 'The API key; the same as in X-API-Key.',
      schema: { type: 'string', pattern: '^pk_' },
    },
  ]
}

/** The fields of a request in path or query. */
function fieldParameters(hosted: HostedEndpoint, example: Readonly<Record<string, unknown>>): readonly Parameter[] {
  const { fields, required } = fieldsOf(requestSchema(hosted.endpoint.request))
  const inQuery = hosted.endpoint.method === 'GET'
  return Object.entries(fields).flatMap(([name, schema]): Parameter[] => {
    const inPath = hosted.parameters.includes(name)
    if (!inPath && !inQuery) return []
    const { description, ...rest } = schema
    return [
      {
        name,
        in: inPath ? 'path' : 'query',
        required: inPath || required.includes(name),
        ...(typeof description === 'string' ? { description } : {}),
        schema: rest,
        ...(example[name] === undefined ? {} : { example: example[name] }),
      },
    ]
  })
}

/** The values of path parameters in a scenario's path. */
function pathValues(hosted: HostedEndpoint, path: string): Readonly<Record<string, string>> {
  const names = hosted.parameters
  const pattern = hosted.path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const values = new RegExp(`^${pattern.join('([^/]+)')}$`).exec(path)?.slice(1) ?? []
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]))
}

/**
 * Every parameter of an operation.
 *
 * @param scenarios The sandbox branches of this endpoint: examples come from the first successful one.
 */
export function parametersOf(
  hosted: HostedEndpoint,
  scenarios: readonly ScenarioEntry[],
  options: DocumentOptions,
): readonly Parameter[] {
  const best = scenarios.find(({ status }) => status < 300) ?? scenarios[0]
  const example = best ? { ...best.request.query, ...pathValues(hosted, best.path) } : {}
  return [
    ...queryKey(hosted, options),
    ...fieldParameters(hosted, example),
    IDEMPOTENCY_KEY,
    REQUEST_ID,
    ...(scenarios.length > 0 ? [scenarioHeader(scenarios)] : []),
    ...(hosted.endpoint.consent ? [CONSENT_REF] : []),
  ]
}
