import type { HostedEndpoint, ScenarioEntry } from '@parakh/kernel'
import { exampleOf } from '../openapi/example.ts'
import { faultsOf } from '../openapi/faults.ts'
import { fieldsOf, requestSchema } from '../openapi/json-schema.ts'
import { ALWAYS } from './test-script.ts'

/** The request of an endpoint without sandbox branches, because it shows data of the caller. */
export type PlainCall = Pick<ScenarioEntry, 'path' | 'request'>

/** An id that nothing can have: its timestamp is in the past. */
export const NO_ID = '00000000000000000000000000'

/** A request generated from the endpoint's schema; its path parameters are collection variables. */
export function plainCall({ endpoint, path, parameters }: HostedEndpoint): PlainCall {
  const schema = requestSchema(endpoint.request)
  const { fields, required } = fieldsOf(schema)
  const own = required.filter((name) => !parameters.includes(name))
  const given = Object.fromEntries(own.map((name) => [name, exampleOf(fields[name] ?? {}, { name })]))
  return {
    path: path.replace(/\{([^}]+)\}/g, (_, name: string) => `{{${name}}}`),
    request: endpoint.method === 'GET' ? { query: given } : { body: given },
  }
}

/** The collection variables that a response sets: by variable name, the field of its data. */
function fillsOf({ endpoint, path }: HostedEndpoint, all: readonly HostedEndpoint[]): readonly [string, string][] {
  const variables = [...new Set(all.flatMap(({ parameters }) => parameters))]
  return variables.flatMap((name): [string, string][] => {
    if (Object.hasOwn(endpoint.data.shape, name)) return [[name, name]]
    // A POST to /things creates the object of /things/{thing_id}.
    const makes = endpoint.method === 'POST' && all.some((other) => other.path === `${path}/{${name}}`)
    return makes && Object.hasOwn(endpoint.data.shape, 'id') ? [[name, 'id']] : []
  })
}

/**
 * The assertions of such a request: the caller's data is unknown, so it accepts an answer or one of the endpoint's own errors. Ids of
 * the response become variables for later requests.
 *
 * @param all Every such endpoint of the collection.
 */
export function plainScript(hosted: HostedEndpoint, all: readonly HostedEndpoint[]): readonly string[] {
  const own = faultsOf(hosted).filter(({ code }) => Object.hasOwn(hosted.endpoint.errors, code))
  const statuses = JSON.stringify([...new Set([200, ...own.map(({ status }) => status)])])
  const path = hosted.envelope.data === 'nested' ? 'data.' : ''
  const fills = fillsOf(hosted, all).map(
    ([name, field]) =>
      `if (pm.response.code === 200) pm.collectionVariables.set('${name}', pm.response.json().${path}${field})`,
  )
  return [
    `pm.test('is an answer, or a refusal of its own', () => pm.expect(${statuses}, pm.response.text()).to.include(pm.response.code))`,
    ...ALWAYS,
    ...fills,
  ]
}
