import type { HostedEndpoint, ScenarioEntry } from '@parakh/kernel'
import { exampleOf } from '../openapi/example.ts'
import { faultsOf } from '../openapi/faults.ts'
import { fieldsOf, requestSchema } from '../openapi/json-schema.ts'
import { ALWAYS } from './test-script.ts'

/** One request of an endpoint that the sandbox lists no branch of, because it shows something of the caller's own. */
export type PlainCall = Pick<ScenarioEntry, 'path' | 'request'>

/** Of nothing that there is: ids are made from the time, which was never this. */
export const NO_ID = '00000000000000000000000000'

/** A request by the endpoint's schema: its path parameters are variables of the collection. */
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

/** What the answer of one operation tells the requests that follow: by the name of the variable, the field of its data. */
function fillsOf({ endpoint, path }: HostedEndpoint, all: readonly HostedEndpoint[]): readonly [string, string][] {
  const variables = [...new Set(all.flatMap(({ parameters }) => parameters))]
  return variables.flatMap((name): [string, string][] => {
    if (Object.hasOwn(endpoint.data.shape, name)) return [[name, name]]
    // What is posted to /things makes what stands at /things/{thing_id}.
    const makes = endpoint.method === 'POST' && all.some((other) => other.path === `${path}/{${name}}`)
    return makes && Object.hasOwn(endpoint.data.shape, 'id') ? [[name, 'id']] : []
  })
}

/**
 * What such a request asserts: nobody knows what the caller has, so it is an answer, or one of the endpoint's own refusals. Ids that it
 * answers become variables, for the requests that follow.
 *
 * @param all Every endpoint of the collection that is asked so.
 */
export function plainScript(hosted: HostedEndpoint, all: readonly HostedEndpoint[]): readonly string[] {
  const own = faultsOf(hosted).filter(({ code }) => Object.hasOwn(hosted.endpoint.errors, code))
  const statuses = JSON.stringify([...new Set([200, ...own.map(({ status }) => status)])])
  const fills = fillsOf(hosted, all).map(
    ([name, field]) =>
      `if (pm.response.code === 200) pm.collectionVariables.set('${name}', pm.response.json().data.${field})`,
  )
  return [
    `pm.test('is an answer, or a refusal of its own', () => pm.expect(${statuses}, pm.response.text()).to.include(pm.response.code))`,
    ...ALWAYS,
    ...fills,
  ]
}
