import type { Needs, Resolved, Token } from './token.ts'

/** The full id of a contribution or decorator: the plugin's id, and its own. */
export type PartId = `${string}/${string}`

/** The place of a part among the others of its target. Without it the order of the configuration holds. */
export interface Placement {
  /** Full ids of the parts that come before this one. Those of plugins that are not configured have no effect. */
  readonly after?: readonly PartId[]
  /** Full ids of the parts that come after this one. */
  readonly before?: readonly PartId[]
}

/** Wraps a service that another part makes; any number of decorators may. */
export interface Decorator extends Placement {
  readonly id: string
  readonly token: Token<unknown>
  readonly needs: Needs
  /** True: left out where nobody makes the service. Otherwise that is a fault. */
  readonly ifPresent: boolean
  wrap(inner: never, needs: never): unknown
}

/**
 * Declares a decorator. `inner` is the service as made, with the decorators placed before this one.
 *
 * @param definition `needs` may not contain the same token; `wrap` is called once per server and returns what the service is from now on.
 * @example
 * decorate(Pricing, {
 *   id: 'logged', needs: { logger: Logger },
 *   wrap: (inner, { logger }) => ({ quote(question) { logger.info('price.asked'); return inner.quote(question) } }),
 * })
 */
export const decorate = <T, const N extends Needs>(
  token: Token<T>,
  definition: {
    /** Unique among the plugin's decorators of this service. */
    readonly id: string
    readonly needs: N
    readonly ifPresent?: boolean
    wrap(inner: T, needs: Resolved<N>): NoInfer<T> | Promise<NoInfer<T>>
  } & Placement,
): Decorator => ({ ...definition, token, ifPresent: definition.ifPresent ?? false })
