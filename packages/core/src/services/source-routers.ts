import { chosenPoint } from '../extension-point.ts'
import type { Price } from '../money.ts'
import { token } from '../token.ts'

/** A source that may serve a call, as a router is told of it. */
export interface RoutedSource {
  /** The name of its entry of `live`. */
  readonly name: string
  /** What the operation costs there now; null: that is not known. */
  readonly cost: Price | null
  /** As this process sees it. A source whose circuit is open is skipped wherever it stands in the order. */
  readonly circuit: 'closed' | 'open' | 'half-open'
}
/** What a call asks. It is a production call: the sandbox asks no source. */
export interface RoutedQuestion {
  readonly accountId: string
  /** Such as `details`. */
  readonly operation: string
  /** Of the call: the same wherever it is asked again. */
  readonly reference: string
}
/**
 * Says in which order the sources of an operation are asked. It never says whether: a source that fails is followed by the next one, and a call
 * of a regulated lookup is told the authorised ones alone. Synchronous and pure: the same question and sources give the same order.
 */
export interface SourceRouter {
  /**
   * @param sources At least two, in the order of the configuration.
   * @returns The names of all of them, each once. For anything else, and where it throws, the order of the configuration holds, and the
   * log has an error `upstream.not_routed`.
   */
  order(sources: readonly RoutedSource[], question: RoutedQuestion): readonly string[]
}
/**
 * The routers of a server, chosen beside `live`: `routing: { use: cheapest }` of a plugin, or of its operations,
 * `routing: { details: { use: weighted, weights: { acme: 3, globex: 1 } } }`. Without it sources are asked in the order of the configuration.
 * The kernel brings `ordered`, `cheapest`, `weighted`, `by-account` and `sticky`.
 *
 * @example
 * const fewestFailures = SourceRouters.driver({
 *   id: 'closed-first', options: z.object({}), needs: {},
 *   make: () => ({
 *     order: (sources) => [...sources].sort((one, other) => rank(one) - rank(other)).map(({ name }) => name),
 *   }),
 * })
 */
export const SourceRouters = chosenPoint<SourceRouter>('core.source-routers')({
  version: 1,
  sectionKey: 'routing',
  count: 'many',
})

/** What sources cost now, for routers. A server without it knows what the entries of `live` say. */
export interface SourceCosts {
  /** From memory. @param source `pan/acme`. @returns Undefined: no cost is known. */
  inForce(source: string, operation: string): Price | undefined
}
/** The costs of a server's sources. */
export const SourceCosts = token<SourceCosts>('core.source-costs', { broughtBy: '@parakh/resale' })
