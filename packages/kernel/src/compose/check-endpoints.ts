import {
  CALL_ERRORS,
  type ConfigurationFault,
  type Endpoint,
  type HandleKind,
  isHandle,
  type Plugin,
} from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { authOf, spreadProblems } from './endpoint-envelope.ts'

const PATH = /^(\/([A-Za-z0-9._~-]+|\{[A-Za-z_][A-Za-z0-9_]*\}))+$/
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/
const CODE = /^[A-Z][A-Z0-9_]*$/

/** Whether nothing is written when a call is let in. */
const isForgotten = ({ replay }: Endpoint): boolean => replay === false

/** Handles that a handler can change nothing by. */
const READING: readonly HandleKind[] = ['settings', 'calls']
/** The names of the needs by which a handler can write. */
const writingNeeds = ({ needs }: Endpoint): readonly string[] =>
  Object.entries(needs).flatMap(([name, token]) => (isHandle(token) && !READING.includes(token.kind) ? [name] : []))

/** What is wrong with the tiers of an endpoint that has them. */
function tierProblems({ tiers, price }: Endpoint): readonly string[] {
  if (!tiers) return []
  const names = Object.keys(tiers)
  return [
    ...(names.length === 0 ? ['tiers must name one price at least'] : []),
    ...(typeof price === 'function' ? [] : ['with tiers, the price must be a function that names one']),
    ...names
      .filter((name) => !ID.test(name))
      .map((name) => `the tier "${name}" must be lower-case words joined by hyphens`),
  ]
}

/** What is wrong with one endpoint by itself. */
function problemsOf(endpoint: Endpoint): readonly string[] {
  const problems = [...tierProblems(endpoint)]
  const say = (wrong: boolean, text: string) => void (wrong && problems.push(text))
  say(!ID.test(endpoint.id), 'the id must be lower-case words joined by hyphens')
  say(!PATH.test(endpoint.path), `the path "${endpoint.path}" must be segments such as /orders/{id}`)
  const free = endpoint.price === 0
  say(!free && endpoint.replay === false, 'replay: false is for free endpoints: a charged call must be replayable')
  say(authOf(endpoint).accepts.length === 0, 'auth.accepts must name a scheme, or be "any": nobody could call it')
  say(
    endpoint.singlePhase === true && endpoint.uses !== undefined,
    'singlePhase is for endpoints without a provider: one that asks nobody outside says local: true itself',
  )
  const writing = writingNeeds(endpoint)
  say(
    endpoint.singlePhase === true && writing.length > 0,
    `singlePhase is for handlers that change nothing, and it needs ${writing.join(', ')}: services, settings and calls are allowed`,
  )
  say(isForgotten(endpoint) && endpoint.consent !== undefined, 'a call that is not kept keeps no consent either')
  say(
    isForgotten(endpoint) && endpoint.subjects !== undefined,
    'a call that is not kept is not found by the people it is about: subjects is for calls that are kept',
  )
  const { unique } = endpoint
  say(
    isForgotten(endpoint) && unique !== undefined,
    'unique is for calls that are kept: a call that is not kept claims nothing',
  )
  say(
    unique !== undefined && endpoint.errors[unique.code]?.outcome !== 'refused',
    `the error ${unique?.code ?? ''} of unique must be declared with the outcome refused`,
  )
  if (endpoint.envelope !== 'host') problems.push(...spreadProblems(endpoint, endpoint.envelope))
  for (const code of Object.keys(endpoint.errors)) {
    say(!CODE.test(code), `the error code "${code}" must be in capitals`)
    say(Object.hasOwn(CALL_ERRORS, code), `the error code ${code} is the host's own`)
  }
  if (endpoint.asyncResult) {
    const writes = Object.values(endpoint.uses?.operations ?? {}).filter(({ effect }) => effect === 'write')
    say(writes.length !== 1, `an endpoint with "asyncResult" uses exactly one write, not ${writes.length}`)
  }
  say(
    endpoint.charge === 'on-completion' && !endpoint.asyncResult,
    'charge: on-completion is for endpoints with "asyncResult": nothing says that another is complete',
  )
  return problems
}

/** A path with its parameters made alike, so that two of one shape are found. */
export const shapeOfPath = (method: string, path: string): string => `${method} ${path.replace(/\{[^}.]+/g, '{')}`

/** A plugin with the path below which its endpoints are served. */
export interface MountedPlugin {
  readonly plugin: Plugin
  readonly mount: string
  readonly path: string
}

/** What is wrong with the endpoints of all plugins: each by itself, and beside the others. */
export function checkEndpoints(plugins: readonly MountedPlugin[]): readonly ConfigurationFault[] {
  const faults: ConfigurationFault[] = []
  const ids = new Map<string, string>()
  const routes = new Map<string, string>()
  for (const { plugin, mount, path } of plugins)
    for (const endpoint of plugin.definition.endpoints) {
      for (const detail of problemsOf(endpoint))
        faults.push(kernelErrors.fault('ENDPOINT_INVALID', path, { id: endpoint.id, detail }))
      const owner = ids.get(endpoint.id)
      if (owner !== undefined)
        faults.push(
          kernelErrors.fault('ENDPOINT_DUPLICATE', path, { id: endpoint.id, plugins: `${owner}, ${plugin.id}` }),
        )
      ids.set(endpoint.id, plugin.id)
      const route = shapeOfPath(endpoint.method, `${mount}${endpoint.path}`)
      const first = routes.get(route)
      if (first !== undefined) {
        const facts = { method: endpoint.method, path: `${mount}${endpoint.path}`, first, second: plugin.id }
        faults.push(kernelErrors.fault('ROUTE_CONFLICT', path, facts))
      }
      routes.set(route, plugin.id)
    }
  return faults
}
