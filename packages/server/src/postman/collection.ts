import type { HostedEndpoint, PublishedEndpoint, ScenarioEntry } from '@parakh/kernel'
import { chosenEndpoints, type DocumentedHost } from '../openapi/document.ts'
import type { DocumentOptions } from '../openapi/document-options.ts'
import { describe } from '../openapi/operation.ts'
import { requestOf } from './request.ts'
import { testScript } from './test-script.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A Postman collection, format 2.1. */
export interface PostmanCollection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string }
  readonly variable: readonly { readonly key: string; readonly value: string }[]
  readonly item: readonly object[]
}

/** The branches of an endpoint; one plain call where the sandbox lists none. */
function branchesOf(
  { endpoint, path }: HostedEndpoint,
  scenarios: readonly ScenarioEntry[],
): readonly Pick<ScenarioEntry, 'scenario' | 'path' | 'request' | 'status' | 'code'>[] {
  const own = scenarios.filter((entry) => entry.endpoint === endpoint.id)
  return own.length > 0 ? own : [{ scenario: 'success', path, request: {}, status: 200, code: null }]
}

const itemOf = (
  hosted: PublishedEndpoint,
  scenarios: readonly ScenarioEntry[],
  { listeners }: DocumentOptions,
): object => ({
  name: hosted.endpoint.summary,
  description: describe(hosted),
  item: branchesOf(hosted, scenarios).map((entry) => ({
    name: `${hosted.endpoint.id}: ${entry.scenario}`,
    request: requestOf(hosted, entry, listeners?.[hosted.plugin]),
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: testScript(hosted, entry) } }],
  })),
})

/**
 * The Postman collection of a host: a request per branch of the sandbox, each with assertions, so that a run with newman fails
 * when an answer is not the promised one. Set `apiKey` and `apiSecret` to a sandbox key.
 *
 * @param host Whose endpoints, at the prices in force.
 * @param options The brand, the address, who looks, and one endpoint or all.
 * @example
 * await writeFile('acme.postman.json', JSON.stringify(await postman(server.host, { brand, baseUrl })))
 */
export async function postman(host: DocumentedHost, options: DocumentOptions): Promise<PostmanCollection> {
  const published = await host.published(options.above)
  const scenarios = await published.scenarios()
  // Nothing can be promised of a call that the sandbox does not show and that needs something of the account's own.
  const chosen = chosenEndpoints(published, options.endpoint).filter(
    ({ endpoint }) =>
      scenarios.some((entry) => entry.endpoint === endpoint.id) || endpoint.request.safeParse({}).success,
  )
  const groups = [...new Set(chosen.map(({ endpoint }) => endpoint.group))]
  return {
    info: {
      name: `${options.brand.name} API`,
      description: `Every endpoint of ${options.brand.name} and every branch of its sandbox.`,
      schema: SCHEMA,
    },
    variable: [
      { key: 'baseUrl', value: options.baseUrl },
      { key: 'apiKey', value: '' },
      { key: 'apiSecret', value: '' },
    ],
    item: groups.map((name) => ({
      name,
      item: chosen
        .filter(({ endpoint }) => endpoint.group === name)
        .map((hosted) => itemOf(hosted, scenarios, options)),
    })),
  }
}
