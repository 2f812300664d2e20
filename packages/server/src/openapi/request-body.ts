import type { HostedEndpoint, ScenarioEntry } from '@parakh/kernel'
import { exampleOf } from './example.ts'
import { fieldsOf, type JsonSchema, requestSchema } from './json-schema.ts'

const CREDENTIALS: Readonly<Record<string, JsonSchema>> = {
  api_key: { type: 'string', pattern: '^pk_', description: 'The API key', examples: ['pk_test_…'] },
  api_secret: { type: 'string', pattern: '^sk_', description: 'Its secret', examples: ['sk_test_…'] },
}

/** The credentials that the endpoint's policy reads from the body, and whether they are required. */
function credentialFields({ auth }: HostedEndpoint): {
  fields: Readonly<Record<string, JsonSchema>>
  required: readonly string[]
} {
  if (auth.pairIn === 'body') return { fields: CREDENTIALS, required: Object.keys(CREDENTIALS) }
  if (auth.also?.in !== 'body') return { fields: {}, required: [] }
  return { fields: { [auth.also.name]: { type: 'string', pattern: '^pk_', description: 'The API key' } }, required: [] }
}

/** The body of a POST: the request without path parameters, with credentials if the policy reads them from the body. */
export function bodySchema(hosted: HostedEndpoint): JsonSchema {
  const { properties: _, required: __, ...rest } = requestSchema(hosted.endpoint.request)
  const own = fieldsOf(requestSchema(hosted.endpoint.request))
  const credentials = credentialFields(hosted)
  const inBody = (name: string): boolean => !hosted.parameters.includes(name)
  const required = [...credentials.required, ...own.required.filter(inBody)]
  return {
    ...rest,
    type: 'object',
    properties: {
      ...credentials.fields,
      ...Object.fromEntries(Object.entries(own.fields).filter(([name]) => inBody(name))),
    },
    ...(required.length > 0 ? { required } : {}),
  }
}

/** The `requestBody` of an operation; nothing for a GET. */
export function requestBodyOf(hosted: HostedEndpoint, scenarios: readonly ScenarioEntry[]): object {
  if (hosted.endpoint.method !== 'POST') return {}
  const examples = Object.fromEntries(
    scenarios.flatMap(({ scenario, request }, index) =>
      request.body === undefined ? [] : [[exampleName(scenario, index), { summary: scenario, value: request.body }]],
    ),
  )
  const schema = bodySchema(hosted)
  const made = { example: exampleOf(schema, { which: 'required' }) }
  const media = { schema, ...(Object.keys(examples).length > 0 ? { examples } : made) }
  // A body without fields may be omitted.
  const required = Object.keys(Object(schema['properties'])).length > 0
  return { requestBody: { required, content: { 'application/json': media } } }
}

/** The name of an example: its scenario, with a number if there are several. */
export const exampleName = (scenario: string, index: number): string => `${scenario}-${index + 1}`
