import {
  type AnyPostedResult,
  type AsyncResults,
  type CallState,
  errorFacts,
  isParakhError,
  isUpstreamError,
  type ProviderOperation,
  type UpstreamError,
} from '@parakh/core'
import { questionOfStored } from '../call-data/stored-call.ts'
import { kernelErrors } from '../error-codes.ts'
import { lastAsyncResultOf } from '../handles/last-async-result.ts'
import { checkResult } from '../provider/check-record.ts'
import { readRecord, unusable } from '../provider/read-record.ts'
import { isPlainText } from '../provider/record-text.ts'
import { tookWrite } from '../provider/source-that-took.ts'
import { signedRequest } from '../request/signed-request.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { LiveProvider, Runtimes } from '../runtime/endpoint-runtime.ts'
import { takeResult } from './take-result.ts'

/** No reference of ours is longer. */
const LONGEST_REFERENCE = 128

interface Delivering {
  readonly parts: CallParts
  readonly runtimes: Runtimes
}

async function deliverRecord(
  given: Delivering,
  result: {
    reference: string
    record: unknown
    operationName: string
    isOf(operation: ProviderOperation, call: CallState): boolean
  },
): Promise<void> {
  const { parts, runtimes } = given
  const unknown = () =>
    kernelErrors.error('CALL_NOT_FOUND', { reference: result.reference, operation: result.operationName })
  // A database may refuse what cannot be a reference.
  const { reference } = result
  if (typeof reference !== 'string' || !isPlainText(reference, LONGEST_REFERENCE))
    throw unusable({ reason: 'reference' })
  const stored = await parts.billing.findByReference(reference)
  const runtime = stored ? runtimes.get(stored.call.endpoint) : undefined
  const name = stored?.call.operation
  const operation = name ? runtime?.operations[name] : undefined
  if (!stored || !runtime || !name || !operation || !result.isOf(operation, stored.call)) throw unknown()
  const question = questionOfStored(stored, { name, value: operation })
  const record = checkResult(question, result.record ?? undefined, (raw) => readRecord(operation, raw))
  await takeResult(parts, { runtime, stored, record })
}

/** The `AsyncResults` service: results handed over by a command. */
export const asyncResultsOf = (parts: CallParts, runtimes: Runtimes): AsyncResults => ({
  deliver: async (operation, reference, record) => {
    const isOf = (waiting: ProviderOperation) => waiting === operation || waiting.output === operation.output
    await deliverRecord({ parts, runtimes }, { reference, record, operationName: 'this operation', isOf })
  },
  last: (wallet, reference) => lastAsyncResultOf(parts.records, wallet, reference),
})

/** What an upstream posted: verified and read by its provider, then taken in. */
export async function takeCallback(
  given: Delivering,
  posted: Posted,
): Promise<'accepted' | 'refused' | 'unknown' | 'malformed'> {
  const { parts, runtimes } = given
  const plugin = [...runtimes.values()].find((runtime) => runtime.plugin.id === posted.plugin)?.plugin
  const live = plugin?.live.filter(({ name, callback }) => name === posted.provider && callback) ?? []
  if (live.length === 0) return 'unknown'
  for (const source of live) {
    try {
      const result = await readPosted(parts, source, posted)
      if (result) return await takeRead(given, { result, source, posted })
    } catch (error) {
      // Trouble of ours is told as trouble, so that the upstream posts again.
      if (!isUpstreamError(error)) throw error
      reportMalformed(parts, source, error)
      return 'malformed'
    }
  }
  return 'refused'
}

/** Counts a callback that cannot be used as a failure of its source, and logs where and why, never a value. */
function reportMalformed({ logger, upstream }: CallParts, { id: provider }: LiveProvider, error: UpstreamError): void {
  const { field, reason } = error
  logger.warn('callback.malformed', { provider, ...(field ? { field } : {}), ...(reason ? { reason } : {}) })
  upstream.report?.({ provider, operation: 'callback' }, error)
}

interface Posted {
  readonly plugin: string
  readonly provider: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
interface ReadResult {
  readonly result: AnyPostedResult
  readonly source: LiveProvider
  readonly posted: Posted
}

async function takeRead(given: Delivering, { result, source, posted }: ReadResult): Promise<'accepted' | 'unknown'> {
  const { reference, record, operation } = result
  const isOf = (_: ProviderOperation, call: CallState) =>
    call.operation === operation && tookWrite(source, call.provider)
  try {
    await deliverRecord(given, { reference, record, operationName: operation, isOf })
    return 'accepted'
  } catch (error) {
    if (!isParakhError(error) || error.code !== 'CALL_NOT_FOUND') throw error
    const { plugin, provider } = posted
    given.parts.logger.warn('callback.not_taken', { plugin, provider, ...errorFacts(error) })
    return 'unknown'
  }
}

/** Null where it is not genuine, or cannot be told to be. @throws UpstreamError where it is, and cannot be read. */
async function readPosted(
  parts: CallParts,
  { callback }: LiveProvider,
  posted: Posted,
): Promise<AnyPostedResult | null> {
  try {
    return (await callback?.(signedRequest(posted, parts.clock.now()))) ?? null
  } catch (error) {
    if (isUpstreamError(error)) throw error
    parts.logger.warn('callback.unreadable', { ...errorFacts(error) })
    return null
  }
}
