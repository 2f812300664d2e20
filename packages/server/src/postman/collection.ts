import type { HostedEndpoint, PublishedEndpoint, ScenarioEntry } from '@parakh/kernel'
import { chosenEndpoints, type DocumentedHost } from '../openapi/document.ts'
import type { DocumentOptions } from '../openapi/document-options.ts'
import { describe } from '../openapi/operation.ts'
import { credentialHeaders } from '../openapi/security.ts'
import { NO_ID, plainCall, plainScript } from './plain-call.ts'
import { requestOf } from './request.ts'
import { testScript } from './test-script.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A Postman collection, format 2.1. */
export interface PostmanCollection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string }
  readonly variable: readonly { readonly key: string; readonly value: string }[]
  readonly item: readonly object[]
}

/** The parts of a collection. */
interface Collected {
  readonly scenarios: readonly ScenarioEntry[]
  /** Endpoints without predictable answers: they have no sandbox branch and need data of the account. */
  readonly plain: readonly HostedEndpoint[]
  readonly listeners: DocumentOptions['listeners']
}

/** The sandbox branches of an endpoint; without any, one call that must succeed. */
function branchesOf(
  { endpoint, path }: HostedEndpoint,
  { scenarios }: Collected,
): readonly Pick<ScenarioEntry, 'scenario' | 'path' | 'request' | 'status' | 'code'>[] {
  const own = scenarios.filter((entry) => entry.endpoint === endpoint.id)
  return own.length > 0 ? own : [{ scenario: 'success', path, request: {}, status: 200, code: null }]
}

const item = (name: string, request: object, exec: readonly string[]): object => ({
  ...{ name, request },
  event: [{ listen: 'test', script: { type: 'text/javascript', exec } }],
})

function requestsOf(hosted: HostedEndpoint, collected: Collected): readonly object[] {
  const { id } = hosted.endpoint
  const address = collected.listeners?.[hosted.plugin]
  if (collected.plain.includes(hosted))
    return [item(id, requestOf(hosted, plainCall(hosted), address), plainScript(hosted, collected.plain))]
  return branchesOf(hosted, collected).map((entry) =>
    item(`${id}: ${entry.scenario}`, requestOf(hosted, entry, address), testScript(hosted, entry)),
  )
}

const folderOf = (hosted: PublishedEndpoint, collected: Collected): object => ({
  name: hosted.endpoint.summary,
  description: describe(hosted),
  item: requestsOf(hosted, collected),
})

/**
 * Generates the Postman collection of a host: a request with assertions per sandbox branch, so that a newman run verifies all answers.
 * Endpoints on data of the account have one request, whose ids come from earlier responses. Set `apiKey` and `apiSecret` to a sandbox
 * key.
 *
 * @param host Its endpoints are shown at the prices in force.
 * @param options Brand, URL, reseller, and one endpoint or all.
 * @example
 * await writeFile('acme.postman.json', JSON.stringify(await postman(server.host, { brand, baseUrl })))
 */
export async function postman(host: DocumentedHost, options: DocumentOptions): Promise<PostmanCollection> {
  const published = await host.published(options.above)
  const scenarios = await published.scenarios()
  const chosen = chosenEndpoints(published, options.endpoint)
  const plain = chosen.filter(
    ({ endpoint }) =>
      !scenarios.some((entry) => entry.endpoint === endpoint.id) && !endpoint.request.safeParse({}).success,
  )
  const collected = { scenarios, plain, listeners: options.listeners }
  const secrets = new Set(
    chosen.flatMap((hosted) => [
      ...credentialHeaders(hosted).map(({ variable }) => variable),
      ...(hosted.auth.pairIn === 'body' ? ['apiKey', 'apiSecret'] : []),
      ...(hosted.auth.also ? ['apiKey'] : []),
    ]),
  )
  const variables = new Set(plain.flatMap(({ parameters }) => parameters))
  const groups = [...new Set(chosen.map(({ endpoint }) => endpoint.group))]
  return {
    info: {
      name: `${options.brand.name} API`,
      description: `Every endpoint of ${options.brand.name} and every branch of its sandbox.`,
      schema: SCHEMA,
    },
    variable: [
      { key: 'baseUrl', value: options.baseUrl },
      ...[...secrets].map((key) => ({ key, value: '' })),
      ...[...variables].map((key) => ({ key, value: NO_ID })),
    ],
    item: groups.map((name) => ({
      name,
      item: chosen.filter(({ endpoint }) => endpoint.group === name).map((hosted) => folderOf(hosted, collected)),
    })),
  }
}
