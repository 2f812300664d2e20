import type { CompiledHttpSource, ConfigurationFault, ParsedHttpSource, Provider } from '@parakh/core'
import type { Dispatcher } from 'undici'
import type { ConnectionOptions } from '../exchange/connections.ts'
import type { ExchangeTarget } from '../exchange/exchange.ts'
import type { UpstreamSettings } from '../settings.ts'
import { compileCallback } from './callback.ts'
import { Compiler } from './compiler.ts'
import { literalHeaders } from './headers.ts'
import { type CompiledOperation, compileOperation } from './operation.ts'

/** What compiling takes besides the source. */
export interface CompilingContext {
  readonly settings: UpstreamSettings
  /** Opens the connections of a source that has no fault. */
  readonly open: (options: ConnectionOptions) => Dispatcher
}

/**
 * Compiles an HTTP source: every expression once, everything checked that can be checked before the first call.
 *
 * @param path Where the source stands in the configuration.
 * @returns The compiled source, or every fault of it.
 */
export function compileSource(
  { contract, source, path }: { contract: Provider; source: ParsedHttpSource; path: string },
  { settings, open }: CompilingContext,
): CompiledHttpSource | readonly ConfigurationFault[] {
  const compiler = new Compiler(settings.expressionTimeoutMs)
  const provider = `${contract.id}/http`
  const url = new URL(source.baseUrl)
  if (url.username || url.password || url.search || url.hash) compiler.fault('BASE_URL', `${path}.baseUrl`)
  const headers = literalHeaders(source.headers ?? {}, `${path}.headers`, compiler)
  const base = { compiler, headers, pathPrefix: url.pathname.replace(/\/+$/, '') }
  let opened: ExchangeTarget | null = null
  const { timeoutMs, maxReplyBytes } = source
  const target = (): ExchangeTarget => {
    const { connections } = settings
    opened ??= { provider, timeoutMs, maxReplyBytes, dispatcher: open({ origin: url.origin, connections, timeoutMs }) }
    return opened
  }
  const compiled = Object.entries(source.operations).flatMap(([operationName, described]) => {
    const at = `${path}.operations.${operationName}`
    const operation = Object.hasOwn(contract.operations, operationName) ? contract.operations[operationName] : undefined
    if (operation) {
      const purpose = { base, provider, operationName, operation, target }
      return [[operationName, compileOperation(described, at, purpose)] as const]
    }
    const allowed = Object.keys(contract.operations).join(', ')
    compiler.fault('OPERATION_NOT_IN_CONTRACT', at, { contract: contract.id, name: operationName, allowed })
    return []
  })
  const callback = source.callback
    ? compileCallback(source.callback, `${path}.callback`, { compiler, contract, source, provider })
    : null
  if (compiler.faults.length > 0) return compiler.faults
  const partsOf = <K extends keyof CompiledOperation>(part: K): Readonly<Record<string, CompiledOperation[K]>> =>
    Object.fromEntries(compiled.map(([name, operation]) => [name, operation[part]]))
  return {
    implementation: partsOf('implementation'),
    exchanges: partsOf('exchange'),
    ...(callback ? { callback } : {}),
  }
}
