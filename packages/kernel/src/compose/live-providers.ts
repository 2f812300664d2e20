import {
  type AnyCodeProvider,
  type AnyImplementation,
  type CompiledHttpSource,
  type ConfigurationFault,
  didYouMean,
  HttpSourceSchema,
  type Needs,
  type Plugin,
  type Provider,
  type Source,
  type Upstream,
} from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import type { NamedLive } from '../runtime/checked-options.ts'
import type { SourceEntry } from '../runtime/source-entry.ts'
import { optionFaults } from './plugin-options.ts'

/** A live provider, found and checked, but not yet made. */
export interface PlannedProvider {
  readonly entry: SourceEntry
  /** The name under which it may be called back. */
  readonly name: string
  /** It answers from what this process has. */
  readonly local: boolean
  readonly operations: readonly string[] | null
  /** Of an HTTP source, by operation. */
  readonly exchanges?: CompiledHttpSource['exchanges']
  /** Of an HTTP source with a client certificate: its last day. */
  readonly certifiedUntil?: string
  readonly needs: Needs
  /** Builds it: once per server. */
  make(services: Readonly<Record<string, unknown>>): AnyImplementation | Promise<AnyImplementation>
  readonly callback?: (
    request: Parameters<NonNullable<AnyCodeProvider['callback']>>[0],
  ) => ReturnType<NonNullable<AnyCodeProvider['callback']>>
}
type Planned = { readonly planned: PlannedProvider | null; readonly faults: readonly ConfigurationFault[] }

const isSource = (live: NamedLive): live is NamedLive & Source => 'code' in live && 'contract' in live

interface Planning {
  readonly plugin: Plugin
  readonly contract: Provider
  readonly compile: Upstream['compile'] | null
  readonly entry: SourceEntry
  readonly path: string
}

/** Finds the provider that a configuration names, and checks its options. */
export function planProvider(live: NamedLive, planning: Planning): Planned {
  if (isSource(live)) return planSource(live, planning)
  if (live.provider === 'http') return planHttp(live, planning)
  const { plugin, path } = planning
  const factory = plugin.definition.providers.find(({ provider }) => provider === live.provider)
  if (!factory) {
    const names = ['http', ...plugin.definition.providers.map(({ provider }) => provider)]
    const facts = { name: live.provider, hint: didYouMean(live.provider, names), allowed: names.join(', ') }
    return refuse(kernelErrors.fault('PROVIDER_UNKNOWN', `${path}.provider`, facts))
  }
  const { provider: _, ...given } = live
  const options = factory.options.safeParse(given)
  const faults = optionFaults(factory.options, { value: given, path, issues: options.error?.issues ?? [] })
  if (!options.success || faults.length > 0) return { planned: null, faults }
  return planCode(factory.code, { ...planning, options: options.data })
}

const refuse = (fault: ConfigurationFault): Planned => ({ planned: null, faults: [fault] })

/** Plans a source that is already configured: in TypeScript, or a plugin's own default. */
export function planSource(source: Source, planning: Planning): Planned {
  if (source.contract !== planning.contract.id) {
    const facts = { name: source.provider, found: source.contract, allowed: planning.contract.id }
    return refuse(kernelErrors.fault('PROVIDER_MISMATCH', planning.path, facts))
  }
  return planCode(source.code, { ...planning, options: source.options })
}

function planCode(code: AnyCodeProvider, planning: Planning & { options: unknown }): Planned {
  const { callback } = code
  return {
    faults: [],
    planned: {
      entry: planning.entry,
      name: code.id,
      local: code.local === true,
      operations: null,
      needs: code.needs ?? {},
      make: (services) => code.make({ ...services, options: planning.options }),
      ...(callback ? { callback: (request) => callback.call(code, request, planning.options) } : {}),
    },
  }
}

function planHttp(live: NamedLive, planning: Planning): Planned {
  const { path, contract, compile, entry } = planning
  const parsed = HttpSourceSchema.safeParse(live)
  if (!parsed.success)
    return {
      planned: null,
      faults: optionFaults(HttpSourceSchema, { value: live, path, issues: parsed.error.issues }),
    }
  const unknown = Object.keys(parsed.data.operations).filter((name) => !Object.hasOwn(contract.operations, name))
  if (unknown.length > 0) {
    const allowed = Object.keys(contract.operations).join(', ')
    return {
      planned: null,
      faults: unknown.map((name) =>
        kernelErrors.fault('OPERATION_UNKNOWN', `${path}.operations.${name}`, { contract: contract.id, name, allowed }),
      ),
    }
  }
  const compiled = compile?.(contract, parsed.data, path)
  if (!compiled) return { planned: null, faults: [] }
  if (!('implementation' in compiled)) return { planned: null, faults: compiled }
  const { callback, certifiedUntil, exchanges, implementation } = compiled
  return {
    faults: [],
    planned: {
      entry,
      name: 'http',
      local: false,
      operations: Object.keys(parsed.data.operations),
      exchanges,
      ...(certifiedUntil ? { certifiedUntil } : {}),
      needs: {},
      make: () => implementation,
      ...(callback ? { callback: (request) => callback(request, parsed.data) } : {}),
    },
  }
}
