import type { AuthPolicy, Money } from '@parakh/core'
import { minus } from '@parakh/core'
import type { CallResponse, HostedEndpoint, IncomingCall, ScenarioEntry } from '@parakh/kernel'
import type { TestHost } from '../host/create-test-host.ts'
import type { TestKey } from '../host/test-services.ts'

/** A call that was made for a check, and what it did to the wallet. */
export interface CatalogueReply {
  readonly response: CallResponse
  /** The parsed JSON. */
  readonly body: unknown
  /** By how much the wallet's posted balance fell. */
  readonly spent: Money
  /** What the usage log says that it was charged; null where there is no row. */
  readonly logged: Money | null
}

/** One request of the sandbox. */
export interface CatalogueRequest {
  readonly hosted: HostedEndpoint
  readonly params: Readonly<Record<string, unknown>>
  readonly fields: Readonly<Record<string, unknown>>
  readonly requestId: string
  readonly scenario?: string | undefined
  readonly consentRef?: string | undefined
}

/** The values of path parameters, by matching a filled path against its pattern. */
function paramsOf(hosted: HostedEndpoint, path: string): Readonly<Record<string, string>> {
  const segments = path.split('/')
  return Object.fromEntries(
    hosted.path.split('/').flatMap((segment, place) => {
      const name = /^\{(.+)\}$/.exec(segment)?.[1]
      return name === undefined ? [] : [[name, decodeURIComponent(segments[place] ?? '')]]
    }),
  )
}

const headerOf = (entry: ScenarioEntry, name: string): string | undefined =>
  Object.entries(entry.request.headers ?? {}).find(([header]) => header.toLowerCase() === name)?.[1]

/** A request of the catalogue, as a caller would read it from `/sandbox/scenarios`. */
export function requestOf(hosted: HostedEndpoint, entry: ScenarioEntry, requestId: string): CatalogueRequest {
  const all = { ...entry.request.query, ...entry.request.body }
  // Places of credentials are shown in the catalogue too: the caller fills in its own.
  const fields = Object.fromEntries(
    Object.entries(all).filter(([name]) => Object.hasOwn(hosted.endpoint.request.shape, name)),
  )
  const scenario = headerOf(entry, 'x-sandbox-scenario')
  const consentRef = headerOf(entry, 'x-consent-ref')
  return { hosted, params: paramsOf(hosted, entry.path), fields, requestId, scenario, consentRef }
}

/** Credentials wherever a policy wants them besides the headers. */
function besides(policy: AuthPolicy, key: TestKey) {
  const pair = policy.pairIn === 'body' ? { api_key: key.apiKey, api_secret: key.apiSecret } : {}
  const second = policy.also ? { [policy.also.name]: key.apiKey } : {}
  return {
    query: policy.also?.in === 'query' ? second : {},
    body: { ...pair, ...(policy.also?.in === 'body' ? second : {}) },
  }
}

/** Sends a request to a host's sandbox, with credentials where its endpoint wants them. */
export async function send(
  { host, store, account, keys }: TestHost,
  request: CatalogueRequest,
): Promise<CatalogueReply> {
  const { hosted, params, fields, requestId, scenario, consentRef } = request
  const key = keys.sandbox
  const extra = besides(hosted.auth, key)
  const isGet = hosted.endpoint.method === 'GET'
  const incoming: IncomingCall = {
    ...{ hosted, params, requestId, scenario, consentRef, ip: '127.0.0.1' },
    query: isGet ? { ...fields, ...extra.query } : extra.query,
    body: isGet ? undefined : { ...fields, ...extra.body },
    credentials: hosted.auth.accepts.length === 0 ? {} : { apiKey: key.apiKey, apiSecret: key.apiSecret },
  }
  const rows = store.tables.usage.length
  const before = await store.wallet.balance(account.id, 'sandbox')
  const response = await host.handle(incoming)
  const after = await store.wallet.balance(account.id, 'sandbox')
  const row = store.tables.usage.slice(rows).find((usage) => usage.requestId === requestId)
  return {
    response,
    body: JSON.parse(new TextDecoder().decode(response.body)),
    spent: minus(before.balance, after.balance),
    logged: row?.charged ?? null,
  }
}
