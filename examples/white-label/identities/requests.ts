import { about, type InventedPerson } from './people.ts'
import type { Customer, ServedLive } from './served-live.ts'

/** An endpoint of the server. */
export type HostedEndpoint = ServedLive['host']['endpoints'][number]

/** What came back. */
export interface Told {
  readonly endpoint: string
  readonly status: number
  readonly text: string
}

/** One request: an endpoint, what is sent, and what differs from a good call. */
export interface Asked {
  readonly customer: Customer
  readonly hosted: HostedEndpoint
  readonly input: Readonly<Record<string, unknown>>
  readonly requestId?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly withoutConsent?: boolean
}

/** The request of the fixture that succeeds, about a person. */
export function requestAbout(person: InventedPerson, { endpoint }: HostedEndpoint): Readonly<Record<string, unknown>> {
  const request: unknown = endpoint.fixtures.find(({ scenario }) => scenario === 'success')?.request ?? {}
  const changed = about(person, request)
  return typeof changed === 'object' && changed !== null ? { ...changed } : {}
}

/** Asks over HTTP, as a caller does. */
export async function ask(url: string, asked: Asked): Promise<Told> {
  const { customer, hosted, input, requestId, withoutConsent = false } = asked
  const { endpoint, path } = hosted
  const rest = { ...input }
  const place = path.replaceAll(/\{(\w+)\}/g, (_: string, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const headers = {
    ...customer.headers,
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    ...(withoutConsent ? {} : { 'x-consent-ref': 'artefact-1' }),
    ...asked.headers,
  }
  const isGet = endpoint.method === 'GET'
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const target = `${url}${place}${isGet ? `?${query}&api_key=${customer.apiKey}` : ''}`
  const sent = isGet
    ? { headers }
    : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(rest) }
  const reply = await fetch(target, sent)
  const text = await reply.text()
  return { endpoint: endpoint.id, status: reply.status, text: `${JSON.stringify([...reply.headers])}\n${text}` }
}
