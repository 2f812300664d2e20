import { Accounts, didYouMean, type ErrorTable, type Operation, type Scope } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { errorStatus } from '../operations/error-status.ts'
import { type OperationCaller, type OperationEngine, runOperation } from '../operations/run-operation.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { PluginRuntime } from '../runtime/endpoint-runtime.ts'
import type { HostedOperation, PlannedOperations } from './plan-operations.ts'

/** The platform's operations have no settings of a plugin. */
const CORE: PluginRuntime = {
  id: 'core',
  options: { live: [], licence: null, consent: null, mount: '', settings: {} },
  live: [],
  sandbox: null,
}

/** The operations of a host, ready to run. */
export class HostedOperations {
  readonly all: readonly HostedOperation[]
  readonly scopes: readonly Scope[]
  readonly tables: readonly ErrorTable<string>[]
  readonly #byId: ReadonlyMap<string, HostedOperation>
  readonly #given: { readonly parts: CallParts; readonly plugins: ReadonlyMap<string, PluginRuntime> }

  constructor(
    { operations, scopes, tables }: PlannedOperations,
    { parts, plugins }: { readonly parts: CallParts; readonly plugins: readonly PluginRuntime[] },
  ) {
    this.all = operations
    this.scopes = scopes
    this.tables = tables
    this.#byId = new Map(operations.map((hosted) => [hosted.operation.id, hosted]))
    this.#given = { parts, plugins: new Map(plugins.map((plugin) => [plugin.id, plugin])) }
  }

  /** @throws `OPERATION_NOT_HOSTED`, and what `runOperation` throws. */
  async run<Out>(
    id: string,
    { input, as, once }: { readonly input: unknown; readonly as: OperationCaller; readonly once: string | null },
  ): Promise<Out> {
    const hosted = this.#byId.get(id)
    if (!hosted) {
      const ids = [...this.#byId.keys()]
      throw kernelErrors.error('OPERATION_NOT_HOSTED', {
        id,
        hint: didYouMean(id, ids),
        allowed: ids.join(', ') || 'none',
      })
    }
    const given = (input ?? {}) as Readonly<Record<string, unknown>>
    // Its output schema has parsed what it gave.
    return (await runOperation(this.#engine(hosted.plugin), hosted.operation, { input: given, as, once })) as Out
  }

  #engine(pluginId: string): OperationEngine {
    const { parts, plugins } = this.#given
    const plugin = plugins.get(pluginId) ?? CORE
    return {
      accounts: parts.container.get(Accounts),
      scopes: this.scopes,
      statusOf: (code, { errors }) => errorStatus(code, { declared: errors, tables: this.tables }),
      servicesOf: ({ id, needs }: Operation) =>
        resolveNeeds(needs, {
          ...{ parts, plugin, wallet: null, staging: null, call: null, caller: null, given: {} },
          where: `the operation "${id}"`,
        }),
    }
  }
}
