import type { HostedEndpoint, ScenarioEntry } from '@parakh/kernel'
import { credentialHeaders } from '../openapi/security.ts'

interface Pair {
  readonly key: string
  readonly value: string
}

const header = (key: string, value: string): Pair => ({ key, value })

/** The query of a branch, with the key if the policy has one there. */
function queryOf({ auth }: HostedEndpoint, { request }: Pick<ScenarioEntry, 'request'>): readonly Pair[] {
  const { also } = auth
  const own = Object.entries(request.query ?? {})
    .filter(([name]) => !(also?.in === 'query' && also.name === name))
    .map(([key, value]) => ({ key, value: String(value) }))
  const documented = also?.in === 'query' && also.rule !== 'equal-if-sent'
  return documented ? [{ key: also.name, value: '{{apiKey}}' }, ...own] : own
}

function bodyOf({ endpoint, auth }: HostedEndpoint, { request }: Pick<ScenarioEntry, 'request'>): object {
  if (endpoint.method !== 'POST') return {}
  const credentials = auth.pairIn === 'body' ? { api_key: '{{apiKey}}', api_secret: '{{apiSecret}}' } : {}
  const raw = JSON.stringify({ ...request.body, ...credentials }, null, 2)
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}

/**
 * The request of a branch, with collection variables for credentials.
 *
 * @param address The base URL: the variable, or that of the plugin's own listener.
 */
export function requestOf(
  hosted: HostedEndpoint,
  entry: Pick<ScenarioEntry, 'path' | 'request'>,
  address = '{{baseUrl}}',
): object {
  const query = queryOf(hosted, entry)
  const search = query.map(({ key, value }) => `${key}=${value}`).join('&')
  return {
    method: hosted.endpoint.method,
    header: [
      ...credentialHeaders(hosted).map(({ header: name, variable }) => header(name, `{{${variable}}}`)),
      header('Idempotency-Key', '{{$guid}}'),
      ...Object.entries(entry.request.headers ?? {})
        .filter(([key]) => key.toLowerCase() !== 'content-type')
        .map(([key, value]) => header(key, value)),
      ...(hosted.endpoint.method === 'POST' ? [header('Content-Type', 'application/json')] : []),
    ],
    url: {
      raw: `${address}${entry.path}${search === '' ? '' : `?${search}`}`,
      host: [address],
      path: entry.path.split('/').filter(Boolean),
      ...(query.length > 0 ? { query } : {}),
    },
    ...bodyOf(hosted, entry),
  }
}
