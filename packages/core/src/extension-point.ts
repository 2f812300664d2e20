import type * as z from 'zod'
import type { Placement } from './decorator.ts'
import { type Needs, type Resolved, Token } from './token.ts'

/** The versions of a point: its own, and the older ones that its owner still accepts. */
export interface PointVersions {
  /** Raised when a contribution made for the version before no longer works. */
  readonly version: number
  readonly accepts?: readonly number[]
  /** The package whose plugin owns the point: the fault of a composition without it names it. */
  readonly broughtBy?: string
}

/** What a plugin adds to a point, with the types forgotten. */
export interface Contribution extends Placement {
  readonly id: string
  /** As the contributing package was compiled with it. */
  readonly point: AnyPoint
  readonly needs: Needs
  /** The options of a driver. Null: not a driver. */
  readonly options: z.ZodObject | null
  readonly capabilities: readonly string[]
  /** True: left out where no configured plugin owns the point. Otherwise that is a fault. */
  readonly ifPresent: boolean
  /** Of a driver: what its options name that stands where it is chosen, such as sources of `live`. Pure; for a fault where one does not. */
  names?(options: never): readonly string[]
  make(context: never): unknown
}
/** A contribution that the configuration chooses by name, with options of its own for each instance. */
export interface Driver<out T, in In> extends Contribution {
  /** Chooses this driver in TypeScript; YAML has `{ use: name, … }`. */
  use(options: In): Choice<T>
}
/** A chosen driver with its options. */
export interface Choice<out T = unknown> {
  readonly use: string
  readonly options: Readonly<Record<string, unknown>>
  /** Never there at run time. */
  readonly type?: () => T
}

/** An extension point of which each contribution of each configured plugin is in force once, such as price rules. */
export class EveryPoint<T> extends Token<ReadonlyMap<string, T>> {
  readonly select = 'every'
  readonly version: number
  readonly accepts: readonly number[]
  constructor(id: string, { version, accepts = [], broughtBy }: PointVersions) {
    super(id, false, broughtBy)
    this.version = version
    this.accepts = [version, ...accepts]
  }

  /** Declares a contribution: `make` is called once per server. A method, because here `T` is concrete, so that literals keep their types. */
  contribute<const N extends Needs>(
    definition: {
      /** Unique among the plugin's contributions to this point. */
      readonly id: string
      readonly needs: N
      readonly ifPresent?: boolean
      make(needs: Resolved<N>): T | Promise<T>
    } & Placement,
  ): Contribution {
    const { ifPresent = false } = definition
    return { ...definition, point: this, options: null, capabilities: [], ifPresent }
  }
}

/** How a chosen point is configured. */
export interface ChosenPointDefinition<K extends string, M extends 'one' | 'many', C extends string>
  extends PointVersions {
  /** The key in the owner's section of the configuration: `gateways`. Core's sections are its keys. */
  readonly sectionKey: K
  /** `one`: exactly one driver is in force; `many`: any number, each under a name of the configuration. */
  readonly count: M
  /**
   * The drivers in force where the configuration has no such key, by the names of their instances. At a point for many those that no configured
   * plugin brings are left out.
   */
  readonly fallback?: Readonly<Record<string, string>>
  /** What a driver may be able to do, or not. */
  readonly capabilities?: readonly C[]
}

/** An extension point whose drivers the configuration chooses by name, such as payment gateways. */
export class ChosenPoint<T, K extends string, M extends 'one' | 'many', C extends string> extends Token<
  ReadonlyMap<string, T>
> {
  readonly select = 'chosen'
  readonly version: number
  readonly accepts: readonly number[]
  readonly sectionKey: K
  readonly count: M
  readonly fallback: Readonly<Record<string, string>>
  readonly capabilities: readonly C[]
  constructor(id: string, definition: ChosenPointDefinition<K, M, C>) {
    super(id, false, definition.broughtBy)
    const { version, accepts = [], sectionKey, count, fallback = {}, capabilities = [] } = definition
    this.version = version
    this.accepts = [version, ...accepts]
    this.sectionKey = sectionKey
    this.count = count
    this.fallback = fallback
    this.capabilities = capabilities
  }

  /** Declares a driver. `capabilities` are data, so that they are checked before anything is made. */
  driver<S extends z.ZodObject, const N extends Needs>(definition: {
    /** The name in the configuration, unique among all drivers of the point. */
    readonly id: string
    readonly options: S
    readonly needs: N
    readonly capabilities?: readonly C[]
    /** What the options name that stands where the driver is chosen, such as sources of `live`. Pure. */
    names?(options: z.output<S>): readonly string[]
    /** Called once for each instance. @param context `name` is the name of the instance. */
    make(context: { readonly name: string; readonly options: z.output<S> } & Resolved<N>): T | Promise<T>
  }): Driver<T, z.input<S>> {
    const { id, capabilities = [] } = definition
    return {
      ...definition,
      point: this,
      capabilities,
      ifPresent: false,
      use: (options) => ({ use: id, options }),
    }
  }
}

/** A point of any type. */
// biome-ignore lint/suspicious/noExplicitAny: a point accepts and gives its own type, so no other type stands for all of them
export type AnyPoint = EveryPoint<any> | ChosenPoint<any, string, 'one' | 'many', any>

/**
 * Makes an extension point. The point is a token: who needs it gets all contributions by their full ids, in their order.
 *
 * @param id The owning plugin's id, and the point's: the owner lists it in `points`.
 * @example
 * const PriceRules = extensionPoint<PriceRule>('core.price-rules', { version: 1 })
 */
export const extensionPoint = <T>(id: `${string}.${string}`, versions: PointVersions): EveryPoint<T> =>
  new EveryPoint<T>(id, versions)

/**
 * Makes a point whose drivers the configuration chooses. Two calls, because TypeScript does not infer some type parameters while others
 * are given.
 *
 * @example
 * const PaymentGateways = chosenPoint<PaymentGateway>('funding.payment-gateways')({ version: 1, sectionKey: 'gateways', count: 'many' })
 */
export const chosenPoint =
  <T>(id: `${string}.${string}`) =>
  <const K extends string, const M extends 'one' | 'many', const C extends string = never>(
    definition: ChosenPointDefinition<K, M, C>,
  ): ChosenPoint<T, K, M, C> =>
    new ChosenPoint<T, K, M, C>(id, definition)

/** What a plugin cannot work without: every driver in force at the point has the capability. */
export interface Requirement {
  readonly point: AnyPoint
  readonly capability: string
  /** Completes "needs it, because": shown with the fault. */
  readonly because: string
}
/**
 * Declares that a plugin needs a capability.
 *
 * @example
 * requireCapability(Wallets, 'credit', 'funding puts money into wallets')
 */
export const requireCapability = <C extends string>(
  // biome-ignore lint/suspicious/noExplicitAny: the drivers' type does not matter here
  point: ChosenPoint<any, string, 'one' | 'many', C>,
  capability: NoInfer<C>,
  because: string,
): Requirement => ({ point, capability, because })

type OneOrMany<M, T> = M extends 'one' ? Choice<T> : Readonly<Record<string, Choice<T>>>
/** The keys that the chosen points of a plugin add to its section. */
export type ChoicesOf<P extends readonly AnyPoint[]> = {
  readonly [Q in P[number] as Q extends { readonly select: 'chosen'; readonly sectionKey: infer K extends string }
    ? K
    : never]?: Q extends ChosenPoint<infer T, string, infer M, string> ? OneOrMany<M, T> : never
}
