/**
 * Names a service and carries its type. Equal ids are equal tokens, even across two copies of core.
 */
export class Token<out T> {
  declare readonly type: () => T
  readonly key: symbol
  constructor(readonly id: string) {
    this.key = Symbol.for(`parakh:${id}`)
  }
}

/**
 * Makes a token.
 *
 * @param id Unique in a server: `core.clock`, `ifsc.directory`.
 * @example
 * const Greeter = token<{ greet(): string }>('acme.greeter')
 */
export const token = <T>(id: string): Token<T> => new Token<T>(id)

/** What a part declares that it needs; it receives exactly these, resolved, under these names. */
export type Needs = Readonly<Record<string, Token<unknown>>>
/** The values behind `Needs`. */
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
 * @param token What it provides.
 * @param needs What it is made from.
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
