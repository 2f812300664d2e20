import type * as z from 'zod'
import type { Command } from './command.ts'
import type { Endpoint } from './endpoint.ts'
import type { Job, Settings } from './handles.ts'
import type { HttpSource } from './http-source.ts'
import type { AnyProviderFactory, Operations, Provider, Source } from './provider.ts'
import type { Service } from './token.ts'

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
export type Live<Ops extends Operations = Operations> = HttpSource<Ops> | Source<Ops>

/** What a deployer may say about any plugin, beside its own settings. A list of live providers fails over in order. */
export type PluginOptions<Ops extends Operations = Operations> = {
  live?: Live<Ops> | readonly Live<Ops>[]
  licence?: Licence
  consent?: { notice: string; standing?: boolean }
  mount?: string
}

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
export interface PluginFactory<Ops extends Operations = Operations, S extends z.ZodObject = z.ZodObject> {
  (options?: PluginOptions<Ops> & (string extends keyof z.input<S> ? object : z.input<S>)): Plugin
  readonly definition: PluginDefinition
}

/**
 * Declares a plugin.
 *
 * @example
 * export default definePlugin({ id: 'pincode', contract: 1, provider: PincodeProvider, endpoints: [pincodeDetails] })
 */
export function definePlugin<
  Ops extends Operations = Record<never, never>,
  S extends z.ZodObject = z.ZodObject,
>(definition: {
  id: string
  contract: typeof CONTRACT
  endpoints: readonly Endpoint[]
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
  /** Default `/api/v1`. */
  mount?: string
}): PluginFactory<Ops, S> {
  const complete = {
    providers: [],
    services: [],
    jobs: [],
    commands: [],
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
