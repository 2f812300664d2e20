import type * as z from 'zod'
import type { Command } from './command.ts'
import type { Decorator } from './decorator.ts'
import type { Endpoint } from './endpoint.ts'
import type { ConfigurationFault, ErrorTable } from './errors.ts'
import type { AnyPoint, Choice, ChoicesOf, Contribution, Requirement } from './extension-point.ts'
import type { Event, Job, Settings } from './handles.ts'
import type { HttpSource } from './http-source.ts'
import type { Operation } from './operation/operation.ts'
import type { AnyProviderFactory, Provider, ProviderOperations, Source } from './provider.ts'
import type { Route } from './route.ts'
import type { HostCatalogue } from './services/host-catalogue.ts'
import type { ServerBrand } from './services/server-brand.ts'
import type { SourceRouter } from './services/source-routers.ts'
import type { StatementSet, Tables } from './services/tables/index.ts'
import type { Service, Token } from './token.ts'
import type { Work } from './work.ts'

/** The number of this plugin contract. A plugin of another number is refused at start. */
export const CONTRACT = 1

/** The licence for regulated lookups (decisions.md section 11). */
export interface Licence {
  authority: string
  number: string
  /** `YYYY-MM-DD`, the last day on which it holds, in Asia/Kolkata. */
  validUntil: string
  /** Whether whole identity numbers may be answered. */
  fullIdentifiers?: boolean
}

/** A live provider: described over HTTP, or in code. */
export type Live<Ops extends ProviderOperations = ProviderOperations> = HttpSource<Ops> | Source<Ops>

/** What a deployer may say about any plugin, beside its own settings. A list of live providers fails over in order. */
export type PluginOptions<Ops extends ProviderOperations = ProviderOperations> = {
  live?: Live<Ops> | readonly Live<Ops>[]
  licence?: Licence
  consent?: { notice: string; standing?: boolean }
  /** In which order they are asked, of all operations or of single ones; the order of the list without it. */
  routing?: Choice<SourceRouter> | Readonly<Record<string, Choice<SourceRouter>>>
  mount?: string
}

/** What a plugin may look at before anything is made. */
export interface Composition {
  readonly endpoints: readonly Endpoint[]
  /** The ids of all plugins. */
  readonly plugins: readonly string[]
  /** The path of the plugin's section: `plugins.@acme/sms`. */
  readonly section: string
  /** The brand in the configuration. A fault of its logo stands at `brand.logo`. */
  readonly brand: ServerBrand
  /** What the host sells, and the plugins that ask providers. */
  readonly catalogue: HostCatalogue
  /** Whether the host has a service, such as an optional one. */
  has(token: Token<unknown>): boolean
  /** The drivers in force at a chosen point, by the names of their instances. */
  chosen(point: AnyPoint): ReadonlyMap<string, { readonly driver: string; readonly capabilities: readonly string[] }>
}
/** A fault that a plugin finds in its settings. One that has a code of its own, or stands elsewhere, is a `ConfigurationFault`. */
export interface PluginFault {
  /** Below the plugin's section: `twoOperatorsAbove`. */
  readonly path: string
  readonly message: string
  /** Completes "Allowed: ". */
  readonly allowed: string
}

type PluginFaults = readonly (PluginFault | ConfigurationFault)[]

/** The argument of `definePlugin`, with its types erased. */
export interface PluginDefinition {
  readonly id: string
  readonly contract: number
  readonly endpoints: readonly Endpoint[]
  readonly provider?: Provider
  readonly providers: readonly AnyProviderFactory[]
  readonly sandbox?: Source
  /** Serves production where the configuration names no live provider: for public reference data that comes with the plugin. */
  readonly live?: Source
  readonly settings?: Settings
  readonly services: readonly Service[]
  readonly jobs: readonly Job[]
  readonly commands: readonly Command[]
  readonly routes: readonly Route[]
  readonly work: readonly Work[]
  readonly tables?: Tables
  readonly statements: readonly StatementSet[]
  /** What operators and accounts can do: routes of the admin API, commands and `host.run`. Their scopes come with them. */
  readonly operations: readonly Operation[]
  /** Its codes, whose HTTP statuses follow from their endings. */
  readonly errors: readonly ErrorTable<string>[]
  /** Events that its operations and jobs emit, besides those of its endpoints. */
  readonly events: readonly Pick<Event, 'id' | 'definition'>[]
  /** Extension points that it owns. */
  readonly points: readonly AnyPoint[]
  readonly contributes: readonly Contribution[]
  readonly decorates: readonly Decorator[]
  readonly requires: readonly Requirement[]
  readonly check?: (settings: never, composition: Composition) => PluginFaults | Promise<PluginFaults>
  readonly mount: string
}

/** A plugin with its options, as a host is given it. */
export interface Plugin {
  readonly id: string
  readonly contract: number
  readonly definition: PluginDefinition
  /** As given; the host checks them by the schema of plugin-options.ts and the plugin's settings. */
  readonly options: Readonly<Record<string, unknown>>
}

/** A package's default export: call it to configure the plugin. */
export interface PluginFactory<
  Ops extends ProviderOperations = ProviderOperations,
  S extends z.ZodObject = z.ZodObject,
  P extends readonly AnyPoint[] = readonly [],
> {
  (options?: PluginOptions<Ops> & (string extends keyof z.input<S> ? object : z.input<S>) & ChoicesOf<P>): Plugin
  readonly definition: PluginDefinition
}

/**
 * Declares a plugin.
 *
 * @example
 * export default definePlugin({ id: 'pincode', contract: 1, provider: PincodeProvider, endpoints: [pincodeDetails] })
 */
export function definePlugin<
  Ops extends ProviderOperations = Record<never, never>,
  S extends z.ZodObject = z.ZodObject,
  const P extends readonly AnyPoint[] = readonly [],
>(definition: {
  id: string
  contract: typeof CONTRACT
  endpoints?: readonly Endpoint[]
  provider?: Provider<Ops>
  /** Providers in code that come with the plugin, by the name used in configuration. */
  providers?: readonly AnyProviderFactory[]
  /** Answers unlisted sandbox input; otherwise a success fixture, varied by the input. */
  sandbox?: Source<Ops>
  /** Serves production where the configuration names no live provider. */
  live?: Source<Ops>
  settings?: Settings<S>
  services?: readonly Service[]
  jobs?: readonly Job[]
  commands?: readonly Command[]
  /** Raw HTTP besides endpoints: callbacks, downloads. */
  routes?: readonly Route[]
  /** What runs beside calls, in every process. */
  work?: readonly Work[]
  /** Its own tables, with their migrations: `defineTables` with the plugin's id. */
  tables?: Tables
  /** Every statement that it runs. */
  statements?: readonly StatementSet[]
  /** What operators and accounts can do: routes of the admin API, commands and `host.run`. Their scopes come with them. */
  operations?: readonly Operation[]
  /** Its tables of codes (`defineErrorTable`): the admin API answers each with the status of its ending. */
  errors?: readonly ErrorTable<string>[]
  /** Events that its operations and jobs emit. Those that an endpoint needs or emits are known by the endpoint. */
  events?: readonly Pick<Event, 'id' | 'definition'>[]
  /** Extension points that it owns: each id begins with the plugin's. */
  points?: P
  /** What it adds to points, its own or another plugin's. */
  contributes?: readonly Contribution[]
  /** Services of others that it wraps. */
  decorates?: readonly Decorator[]
  /** Capabilities that it cannot work without. */
  requires?: readonly Requirement[]
  /** Finds what no schema can say. It opens and changes nothing; called before anything is made. A promise where it loads code first. */
  check?(settings: z.output<S>, composition: Composition): PluginFaults | Promise<PluginFaults>
  /** Default `/api/v1`. */
  mount?: string
}): PluginFactory<Ops, S, P> {
  const complete = {
    endpoints: [],
    points: [],
    contributes: [],
    decorates: [],
    requires: [],
    providers: [],
    services: [],
    jobs: [],
    commands: [],
    routes: [],
    work: [],
    statements: [],
    operations: [],
    errors: [],
    events: [],
    mount: '/api/v1',
    ...definition,
  } as unknown as PluginDefinition
  const factory = (options: object = {}): Plugin => ({
    id: complete.id,
    contract: complete.contract,
    definition: complete,
    options: options as Readonly<Record<string, unknown>>,
  })
  return Object.assign(factory, { definition: complete })
}
