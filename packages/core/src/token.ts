/** The name of a service, with its type. Equal ids are equal tokens, even across two copies of core. */
export class Token<out T> {
  declare readonly type: () => T
  readonly key: symbol
  /** @param isOptional True: null where nobody makes it. @param broughtBy The package whose plugin makes it; null: none in particular. */
  constructor(
    readonly id: string,
    readonly isOptional = false,
    readonly broughtBy: string | null = null,
  ) {
    this.key = Symbol.for(`parakh:${id}`)
  }
}

/**
 * Makes a token.
 *
 * @param id Unique in a server: `core.clock`, `ifsc.directory`.
 * @param broughtBy The package whose plugin makes it: the fault of a composition without it names it.
 * @example
 * const Greeter = token<{ greet(): string }>('acme.greeter')
 */
export const token = <T>(id: string, { broughtBy = null }: { readonly broughtBy?: string | null } = {}): Token<T> =>
  new Token<T>(id, false, broughtBy)

/**
 * A service that may be absent because its feature is not configured: null then.
 *
 * @example
 * service(Report, { invoices: optional(Invoices) }, ({ invoices }) => ({ months: () => invoices?.months() ?? [] }))
 */
export const optional = <T>(of: Token<T>): Token<T | null> => new Token<T | null>(of.id, true, of.broughtBy)

/** The services that a part of a server needs, by the names under which it receives them. */
export type Needs = Readonly<Record<string, Token<unknown>>>
/** The resolved services of `Needs`. */
export type Resolved<N extends Needs> = { readonly [K in keyof N]: N[K] extends Token<infer T> ? T : never }

/** A service: built once per server, in dependency order, disposed in reverse (`Symbol.asyncDispose`). */
export interface Service {
  readonly token: Token<unknown>
  readonly needs: Needs
  make(needs: never): unknown
}

/**
 * Declares how a service is made.
 *
 * @param token The service that it provides.
 * @param needs The services that it needs.
 * @param make Called once per server. May be asynchronous.
 * @example
 * service(Clock, {}, () => ({ now: () => new Date(), monotonicMs: () => performance.now() }))
 */
export function service<T, const N extends Needs>(
  token: Token<T>,
  needs: N,
  make: (needs: Resolved<N>) => NoInfer<T> | Promise<NoInfer<T>>,
): Service {
  return { token, needs, make }
}
