import type {
  AnyCodeProvider,
  AnyFixture,
  AnyImplementation,
  CompiledHttpSource,
  Endpoint,
  ProviderOperations,
  SourceRouter,
} from '@parakh/core'
import type * as z from 'zod'
import type { SchemeInForce } from '../auth/scheme-in-force.ts'
import type { CheckedOptions } from './checked-options.ts'
import type { HostedEndpoint } from './hosted-endpoint.ts'
import type { OwnPrice } from './own-price.ts'
import type { SourceEntry } from './source-entry.ts'

/** A provider that is made. */
export interface LiveProvider {
  /** That of its entry. */
  readonly id: string
  readonly entry: SourceEntry
  /** The name under `live.provider`: by it sources call back. */
  readonly name: string
  readonly authorised: boolean
  /** It answers from what this process has: nobody outside is asked. */
  readonly local: boolean
  readonly implementation: AnyImplementation
  /** Of an HTTP source, by operation. */
  readonly exchanges?: CompiledHttpSource['exchanges']
  /** Of an HTTP source with a client certificate: its last day. */
  readonly certifiedUntil?: string
  readonly callback?: (
    request: Parameters<NonNullable<AnyCodeProvider['callback']>>[0],
  ) => ReturnType<NonNullable<AnyCodeProvider['callback']>>
}
/** A plugin at run time. */
export interface PluginRuntime {
  readonly id: string
  readonly options: CheckedOptions
  readonly live: readonly LiveProvider[]
  /** Answers sandbox input that no fixture lists. */
  readonly sandbox: LiveProvider | null
}
/** A fixture with its request parsed. */
export interface IndexedFixture {
  readonly fixture: AnyFixture
  /** Canonical JSON of its request; null where the request is refused by the shape, as a fixture of a refusal may be. */
  readonly key: string | null
}
/** Who serves an operation for an endpoint. */
export interface OperationSources {
  /** In the order of the configuration; for a regulated lookup authorised ones alone. */
  readonly serving: readonly LiveProvider[]
  /** Null: they are asked in that order, or there is one alone. */
  readonly router: SourceRouter | null
}
/** An endpoint at run time: everything that can be made before a call comes. */
export interface EndpointRuntime {
  readonly endpoint: Endpoint
  readonly hosted: HostedEndpoint
  readonly plugin: PluginRuntime
  /** The schemes that it accepts, in the order of the configuration. */
  readonly schemes: readonly SchemeInForce[]
  readonly operations: ProviderOperations
  /** Who serves them, by operation. */
  readonly sources: Readonly<Record<string, OperationSources>>
  /** It asks, and writes nothing: neither to the world nor through a handle. */
  readonly readsOnly: boolean
  /** Its own price; null: a function computes it, or names the tier, for each request. */
  readonly fixedPrice: OwnPrice | null
  /** Its price is an async function: a repeated call is answered without asking it. */
  readonly priceWaits: boolean
  /** Every live provider that it may ask is local. */
  readonly localLive: boolean
  /** The request, refusing unknown fields. */
  readonly request: z.ZodObject
  /** The same without its checks, for catalogue values. */
  readonly shape: z.ZodObject
  readonly fieldNames: readonly string[]
  /** What the operations answer, without checks: for the sandbox. */
  readonly recordShapes: Readonly<Record<string, z.ZodObject>>
  readonly fixtures: readonly IndexedFixture[]
  /** By their key; of several, the first. */
  readonly fixturesByKey: ReadonlyMap<string, IndexedFixture>
  readonly scenarios: readonly string[]
  /** Records that its fixtures say stand in the sandbox, by the name in `needs`. */
  readonly given: Readonly<Record<string, readonly (object & { id: string; state?: string })[]>>
}

/** Endpoints by id. */
export type Runtimes = ReadonlyMap<string, EndpointRuntime>
