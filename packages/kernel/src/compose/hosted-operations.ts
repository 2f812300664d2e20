import { Accounts, didYouMean, type ErrorTable, type Operation, type Scope, SharedClock } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { errorStatus } from '../operations/error-status.ts'
import { type OperationCaller, type OperationEngine, runOperation } from '../operations/run-operation.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { PluginRuntime } from '../runtime/endpoint-runtime.ts'
import type { Host } from './host.ts'
import type { HostedOperation, PlannedOperations } from './plan-operations.ts'

/** The platform's operations have no settings of a plugin. */
const CORE: PluginRuntime = {
  id: 'core',
  options: { licence: null, consent: null, mount: '', settings: {} },
  live: [],
  sandbox: null,
}

/** The operations of a host, ready to run. */
export class HostedOperations {
  readonly all: readonly HostedOperation[]
  readonly scopes: readonly Scope[]
  readonly #tables: readonly ErrorTable<string>[]
  readonly #byId: ReadonlyMap<string, HostedOperation>
  readonly #given: { readonly parts: CallParts; readonly plugins: ReadonlyMap<string, PluginRuntime> }

  constructor(
    { operations, scopes, tables }: PlannedOperations,
    { parts, plugins }: { readonly parts: CallParts; readonly plugins: readonly PluginRuntime[] },
  ) {
    this.all = operations
    this.scopes = scopes
    this.#tables = tables
    this.#byId = new Map(operations.map((hosted) => [hosted.operation.id, hosted]))
    this.#given = { parts, plugins: new Map(plugins.map((plugin) => [plugin.id, plugin])) }
  }

  readonly run: Host['run'] = async <In, Out>(
    operation: string | Operation<In, Out>,
    input: In,
    as: OperationCaller,
  ): Promise<Out> => {
    const id = typeof operation === 'string' ? operation : operation.id
    const hosted = this.#byId.get(id)
    if (!hosted) {
      const ids = [...this.#byId.keys()]
      const allowed = ids.join(', ') || 'none'
      throw kernelErrors.error('OPERATION_NOT_HOSTED', { id, hint: didYouMean(id, ids), allowed })
    }
    const given = (input ?? {}) as Readonly<Record<string, unknown>>
    // Its output schema has parsed what it gave.
    return (await runOperation(this.#engine(hosted.plugin), hosted.operation, { input: given, as })) as Out
  }

  readonly errorStatus: Host['errorStatus'] = (code, declared = {}) =>
    errorStatus(code, { declared, tables: this.#tables })

  #engine(pluginId: string): OperationEngine {
    const { parts, plugins } = this.#given
    const plugin = plugins.get(pluginId) ?? CORE
    return {
      accounts: parts.container.get(Accounts),
      clock: parts.container.get(SharedClock),
      scopes: this.scopes,
      statusOf: (code, { errors }) => this.errorStatus(code, errors),
      servicesOf: ({ id, needs }: Operation) =>
        resolveNeeds(needs, {
          ...{ parts, plugin, wallet: null, staging: null, call: null, caller: null, given: {} },
          where: `the operation "${id}"`,
        }),
    }
  }
}
