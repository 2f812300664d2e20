import type { ConsoleApi } from '../../api/console-api.tsx'
import type { Scenario } from './scenarios.ts'

/** What came back of a call. */
export interface CallAnswer {
  readonly status: number
  readonly requestId: string
  readonly replayed: boolean
  readonly ms: number
  /** In rupees, if the answer says so. */
  readonly charged: string | null
  readonly left: string | null
  readonly body: string
}
/** A call that is to be sent. */
export interface TriedCall {
  readonly scenario: Scenario
  readonly keyId: string
  /** The values of the form, by field; nested ones as JSON. */
  readonly values: Readonly<Record<string, unknown>>
  /** To be sent again; null: a new one. */
  readonly requestId: string | null
}

/** Where a scenario's values are sent. */
export const fieldsOf = ({ request }: Scenario): Readonly<Record<string, unknown>> => ({
  ...request.query,
  ...request.body,
})

/** The address and body of a call. */
export function requestOf({ scenario, values }: Pick<TriedCall, 'scenario' | 'values'>) {
  const { request, path } = scenario
  const query = new URLSearchParams(Object.keys(request.query ?? {}).map((name) => [name, String(values[name] ?? '')]))
  const names = Object.keys(request.body ?? {})
  const body = request.body ? JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]]))) : null
  return { address: `${path}${query.size > 0 ? `?${query}` : ''}`, body }
}

/** Sends a call with a short-lived token of a sandbox key, and reads what came back. */
export async function sendCall(
  { send, mount }: Pick<ConsoleApi, 'send' | 'mount'>,
  call: TriedCall,
): Promise<CallAnswer> {
  const { token } = await send<{ token: string }>('POST', `/admin/v1/keys/${encodeURIComponent(call.keyId)}/token`, {})
  const { address, body } = requestOf(call)
  const requestId = call.requestId ?? `try-${crypto.randomUUID()}`
  const startedAt = performance.now()
  const response = await fetch(`${location.origin}${mount}${address}`, {
    method: call.scenario.method,
    // The cookie of the session is for the admin API alone.
    credentials: 'omit',
    headers: {
      Authorization: `Bearer ${token}`,
      // A proxy in front may replace X-Request-Id: then the same call again would be charged again.
      'Idempotency-Key': requestId,
      'X-Sandbox-Scenario': call.scenario.scenario,
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body !== null && { body }),
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - startedAt)
  const meta = metaOf(text)
  return {
    ...{ status: response.status, requestId, ms, body: pretty(text) },
    replayed: response.headers.get('idempotent-replayed') === 'true',
    charged: amount(meta['charged']),
    left: amount(meta['balance']),
  }
}

const amount = (value: unknown): string | null => (typeof value === 'number' ? value.toFixed(2) : null)

function metaOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const { meta = {} } = JSON.parse(text)
    return meta
  } catch {
    return {}
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
