import type { AuthPolicy, Endpoint } from '@parakh/core'
import { acceptedOf } from '../auth/scheme-in-force.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { canonicalJson } from '../request/canonical-json.ts'
import { shapeOf } from '../request/shape.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime, LiveProvider, OperationSources, PluginRuntime } from '../runtime/endpoint-runtime.ts'
import type { HostedEndpoint } from '../runtime/hosted-endpoint.ts'
import { routerName } from '../runtime/router-name.ts'
import { activationOf } from './activation.ts'
import { authOf, envelopeOf } from './endpoint-envelope.ts'
import type { PlannedProvider } from './live-providers.ts'
import type { PlannedPlugin } from './plan.ts'

/** Makes a plugin's providers, once per server. */
export async function buildPlugin(parts: CallParts, planned: PlannedPlugin): Promise<PluginRuntime> {
  const bare: PluginRuntime = { id: planned.plugin.id, options: planned.options, live: [], sandbox: null }
  const build = async (provider: PlannedProvider): Promise<LiveProvider> => {
    const where = `the provider "${provider.entry.id}"`
    const unbound = { parts, plugin: bare, wallet: null, staging: null, call: null, caller: null, given: {}, where }
    const implementation = await provider.make(resolveNeeds(provider.needs, unbound))
    const { entry, name, local, exchanges, callback, certifiedUntil } = provider
    const { id, authorised } = entry
    const besides = {
      ...{ ...(exchanges ? { exchanges } : {}), ...(callback ? { callback } : {}) },
      ...(certifiedUntil ? { certifiedUntil } : {}),
    }
    return { id, entry, name, authorised, local, implementation, ...besides }
  }
  return {
    ...bare,
    live: await Promise.all(planned.live.map(build)),
    sandbox: planned.sandbox ? await build(planned.sandbox) : null,
  }
}

/** Makes everything of an endpoint that can be made before a call comes. */
export function buildEndpoint(parts: CallParts, endpoint: Endpoint, plugin: PluginRuntime): EndpointRuntime {
  const request = endpoint.request.strict()
  const shape = shapeOf(request)
  const operations = endpoint.uses?.operations ?? {}
  const hosted = hostedEndpoint(parts, endpoint, plugin)
  const fixtures = endpoint.fixtures.map((fixture) => {
    const parsed = shape.safeParse(fixture.request)
    return { fixture, key: parsed.success ? canonicalJson(parsed.data) : null }
  })
  return {
    endpoint,
    plugin,
    request,
    shape,
    fixtures,
    fixturesByKey: new Map(
      fixtures.toReversed().flatMap((indexed) => (indexed.key === null ? [] : [[indexed.key, indexed]])),
    ),
    hosted,
    schemes: acceptedOf(parts.schemes, hosted.auth),
    operations,
    sources: sourcesOf(parts, endpoint, plugin),
    readsOnly:
      endpoint.replay !== false &&
      Object.keys(endpoint.needs).length === 0 &&
      Object.values(operations).every(({ effect }) => effect === 'read'),
    fixedPrice: typeof endpoint.price === 'number' ? { listed: endpoint.price, tier: null, units: 1 } : null,
    priceWaits: Object.prototype.toString.call(endpoint.price) === '[object AsyncFunction]',
    localLive: plugin.live.length > 0 && plugin.live.every(({ local }) => local),
    recordShapes: Object.fromEntries(Object.entries(operations).map(([name, { output }]) => [name, shapeOf(output)])),
    fieldNames: Object.keys(request.shape),
    given: givenOf(endpoint),
    scenarios: [...new Set(endpoint.fixtures.map(({ scenario }) => scenario))],
  }
}

/** Records that all fixtures of an endpoint say stand in the sandbox. */
function givenOf(endpoint: Endpoint): EndpointRuntime['given'] {
  const given: Record<string, (object & { id: string; state?: string })[]> = {}
  for (const fixture of endpoint.fixtures)
    for (const [name, records] of Object.entries(fixture.given ?? {}))
      given[name] = [...(given[name] ?? []), ...records]
  return given
}

function sourcesOf({ sourceRouters }: CallParts, { uses, consent }: Endpoint, { id, live }: PluginRuntime) {
  const names = Object.keys(uses?.operations ?? {})
  return Object.fromEntries(
    names.map((name): readonly [string, OperationSources] => {
      const serving = live.filter((one) => one.implementation[name] && (one.authorised || !consent?.regulated))
      const router = sourceRouters.get(routerName(id, name)) ?? sourceRouters.get(routerName(id, null)) ?? null
      return [name, { serving, router: serving.length > 1 ? router : null }]
    }),
  )
}

function providersOf({ uses, consent }: Endpoint, { live }: PluginRuntime): readonly string[] {
  const operations = Object.keys(uses?.operations ?? {})
  return live
    .filter(({ authorised }) => authorised || !consent?.regulated)
    .filter(({ implementation }) => operations.some((name) => implementation[name]))
    .map(({ id }) => id)
}

/** Clients that legacy endpoints have taught to send `api_key` in the query send it to every GET (decisions.md section 13). */
function withQueryKey({ method, request }: Endpoint, path: string, auth: AuthPolicy): AuthPolicy {
  const name = 'api_key'
  const taken = auth.also !== undefined || Object.hasOwn(request.shape, name)
  if (method !== 'GET' || !path.startsWith('/api/v1/') || taken) return auth
  return { ...auth, also: { in: 'query', name, rule: 'equal-if-sent' } }
}

function hostedEndpoint(parts: CallParts, endpoint: Endpoint, plugin: PluginRuntime): HostedEndpoint {
  const envelope = envelopeOf(endpoint, parts)
  const path = `${plugin.options.mount}${endpoint.path}`
  const policy = authOf(endpoint)
  const schemes = acceptedOf(parts.schemes, policy)
  const auth = schemes.some(({ scheme }) => scheme.proves === 'key')
    ? withQueryKey(endpoint, path, policy)
    : withoutKeyPlaces(policy)
  const reads = (what: 'body' | 'tls') => schemes.some(({ scheme }) => scheme.reads.includes(what))
  return {
    plugin: plugin.id,
    endpoint,
    envelope,
    path,
    auth,
    schemes: schemes.map(({ name, scheme }) => ({
      name,
      proves: scheme.proves,
      refusal: scheme.refusal,
      security: scheme.describes(auth),
    })),
    keeps: { body: reads('body'), tls: reads('tls') },
    parameters: [...endpoint.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    billable: endpoint.price !== 0,
    providers: providersOf(endpoint, plugin),
    activation: (environment) => activationOf(endpoint, plugin, { environment, now: parts.clock.now() }),
  }
}

/** Where nobody proves a key, no place is a key's. */
const withoutKeyPlaces = ({ accepts, codes }: AuthPolicy): AuthPolicy => ({ accepts, ...(codes ? { codes } : {}) })
