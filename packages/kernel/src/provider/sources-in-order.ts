import { errorFacts, type RoutedSource, type SourceRouter } from '@parakh/core'
import type { HandlerRun } from '../call-data/admitted-call.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { LiveProvider, OperationSources } from '../runtime/endpoint-runtime.ts'

type RoutingParts = Pick<CallParts, 'upstream' | 'sourceCosts' | 'logger'>

const NOBODY: readonly LiveProvider[] = []

/** The sources that serve an operation, in the order in which a call asks them. One source, or none that is routed, costs nothing here. */
export function sourcesInOrder(
  parts: RoutingParts,
  { runtime, call }: Pick<HandlerRun, 'runtime' | 'call'>,
  operation: string,
): readonly LiveProvider[] {
  const sources = runtime.sources[operation]
  if (!sources) return NOBODY
  const { serving, router } = sources
  return router ? routed(parts, { call, plugin: runtime.plugin.id, operation, serving, router }) : serving
}

interface Routed {
  readonly call: HandlerRun['call']
  readonly plugin: string
  readonly operation: string
  readonly serving: OperationSources['serving']
  readonly router: SourceRouter
}

function routed(parts: RoutingParts, given: Routed): readonly LiveProvider[] {
  const { call, plugin, operation, serving, router } = given
  const failed = (facts: object): readonly LiveProvider[] => {
    parts.logger.error('upstream.not_routed', { plugin, operation, reference: call.reference, ...facts })
    return serving
  }
  try {
    const question = { accountId: call.account, operation, reference: call.reference }
    const names: unknown = router.order(toldOf(parts, serving, operation), question)
    return inOrder(names, serving) ?? failed({ reason: 'its order is not of these sources, each once' })
  } catch (error) {
    return failed({ reason: 'it threw', ...errorFacts(error) })
  }
}

function toldOf({ upstream, sourceCosts }: RoutingParts, serving: readonly LiveProvider[], operation: string) {
  const circuits = new Map(upstream.health().map(({ provider, circuit }) => [provider, circuit]))
  return serving.map(({ id, entry }): RoutedSource => {
    const cost = sourceCosts?.inForce(id, operation) ?? entry.costs[operation] ?? null
    return { name: entry.name ?? id, cost, circuit: circuits.get(id) ?? 'closed' }
  })
}

/** Null: a source is left out, is there twice, or is none. */
function inOrder(names: unknown, serving: readonly LiveProvider[]): readonly LiveProvider[] | null {
  if (!Array.isArray(names) || names.length !== serving.length) return null
  const found = new Set(names.map((name: unknown) => serving.find(({ entry }) => entry.name === name)))
  found.delete(undefined)
  return found.size === serving.length ? [...found].flatMap((one) => one ?? []) : null
}
