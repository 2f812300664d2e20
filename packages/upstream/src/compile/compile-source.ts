import type { Clock, CompiledHttpSource, ConfigurationFault, ParsedHttpSource, Provider } from '@parakh/core'
import type { Dispatcher } from 'undici'
import { clientCredentials } from '../credentials/client-credentials.ts'
import type { ConnectionOptions } from '../exchange/connections.ts'
import type { ExchangeTarget } from '../exchange/exchange.ts'
import type { UpstreamSettings } from '../settings.ts'
import { compileCallback } from './callback.ts'
import { Compiler } from './compiler.ts'
import { literalHeaders } from './headers.ts'
import { checkMadeHeaders } from './made-headers.ts'
import { type CompiledOperation, compileOperation } from './operation.ts'
import { compileRequestSignature } from './request-signature.ts'
import { createSender } from './sender.ts'
import { readTls } from './tls.ts'

/** What compiling takes besides the source. */
export interface CompilingContext {
  readonly settings: UpstreamSettings
  readonly clock: Clock
  /** What the paths of files start from. */
  readonly folder: string
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
  { settings, clock, folder, open }: CompilingContext,
): CompiledHttpSource | readonly ConfigurationFault[] {
  const compiler = new Compiler(settings.expressionTimeoutMs)
  const provider = `${contract.id}/http`
  const url = new URL(source.baseUrl)
  if (url.username || url.password || url.search || url.hash) compiler.fault('BASE_URL', `${path}.baseUrl`)
  const headers = literalHeaders(source.headers ?? {}, `${path}.headers`, compiler)
  const base = { compiler, headers, pathPrefix: url.pathname.replace(/\/+$/, '') }
  const { oauth2, signature, timeoutMs, maxReplyBytes } = source
  const { tls, certifiedUntil } = source.tls
    ? readTls(source.tls, `${path}.tls`, { compiler, clock, folder })
    : { tls: undefined, certifiedUntil: null }
  for (const address of [source.baseUrl, oauth2?.tokenUrl])
    if (tls && address && new URL(address).protocol !== 'https:') compiler.fault('TLS_NOT_USED', `${path}.tls`)
  checkMadeHeaders(source, path, compiler)
  const targetAt = (origin: string): (() => ExchangeTarget) => {
    let opened: ExchangeTarget | null = null
    return () => {
      const { connections } = settings
      opened ??= { provider, timeoutMs, maxReplyBytes, dispatcher: open({ origin, connections, timeoutMs, tls }) }
      return opened
    }
  }
  const send = createSender({
    target: targetAt(url.origin),
    tokens: oauth2 ? clientCredentials(oauth2, { clock, target: targetAt(new URL(oauth2.tokenUrl).origin) }) : null,
    sign: signature ? compileRequestSignature(signature, `${path}.signature`, { compiler, clock }) : null,
  })
  const compiled = Object.entries(source.operations).flatMap(([operationName, described]) => {
    const at = `${path}.operations.${operationName}`
    const operation = Object.hasOwn(contract.operations, operationName) ? contract.operations[operationName] : undefined
    if (operation) {
      const purpose = { base, provider, operationName, operation, send }
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
    ...(certifiedUntil === null ? {} : { certifiedUntil }),
  }
}
