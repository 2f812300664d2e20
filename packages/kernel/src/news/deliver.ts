import { createHmac, timingSafeEqual } from 'node:crypto'
import { type CallState, isParakhError, type Operation, type SignedRequest, type Updates } from '@parakh/core'
import type { CallParts } from '../call/parts.ts'
import { errorKind } from '../call/provide.ts'
import type { EndpointRuntime } from '../compose/runtime.ts'
import { kernelErrors } from '../error-codes.ts'
import { takeNews } from './news.ts'

/** Endpoints by id. */
export type Runtimes = ReadonlyMap<string, EndpointRuntime>

async function deliverRecord(
  given: { parts: CallParts; runtimes: Runtimes },
  news: {
    reference: string
    record: unknown
    operationName: string
    isOf(operation: Operation, call: CallState): boolean
  },
): Promise<void> {
  const { parts, runtimes } = given
  const unknown = () =>
    kernelErrors.error('CALL_NOT_FOUND', { reference: news.reference, operation: news.operationName })
  const stored = await parts.billing.findByReference(news.reference)
  const runtime = stored ? runtimes.get(stored.call.endpoint) : undefined
  const operation = stored?.call.operation ? runtime?.operations[stored.call.operation] : undefined
  if (!stored || !runtime || !operation || !news.isOf(operation, stored.call)) throw unknown()
  await takeNews(parts, { runtime, stored, record: operation.output.parse(news.record) })
}

/** The `Updates` service: news handed over by a command. */
export const updatesOf = (parts: CallParts, runtimes: Runtimes): Updates => ({
  deliver: async (operation, reference, record) => {
    const isOf = (waiting: Operation) => waiting === operation || waiting.output === operation.output
    await deliverRecord({ parts, runtimes }, { reference, record, operationName: 'this operation', isOf })
  },
})

function signedRequest(
  { clock }: CallParts,
  request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
): SignedRequest {
  return {
    ...request,
    at: clock.now(),
    hmac: (algorithm, key, content) => createHmac(algorithm, key).update(content).digest('hex'),
    equal: (a, b) => {
      const [left, right] = [Buffer.from(a), Buffer.from(b)]
      return left.length === right.length && timingSafeEqual(left, right)
    },
  }
}

/** What an upstream posted: verified and read by its provider, then taken in. */
export async function takeCallback(
  given: { parts: CallParts; runtimes: Runtimes },
  posted: { plugin: string; provider: string; headers: Readonly<Record<string, string>>; body: Uint8Array },
): Promise<'taken' | 'refused' | 'unknown'> {
  const { parts, runtimes } = given
  const plugin = [...runtimes.values()].find((runtime) => runtime.plugin.id === posted.plugin)?.plugin
  const live = plugin?.live.filter(({ name, callback }) => name === posted.provider && callback) ?? []
  if (live.length === 0) return 'unknown'
  for (const { callback, id } of live) {
    const news = await readNews(parts, async () => (await callback?.(signedRequest(parts, posted))) ?? null)
    if (!news) continue
    try {
      const { reference, record, operation } = news
      await deliverRecord(given, {
        reference,
        record,
        operationName: operation,
        isOf: (_, call) => call.operation === operation && call.provider === id,
      })
      return 'taken'
    } catch (error) {
      // Trouble of ours is told as trouble, so that the upstream posts again.
      if (!isParakhError(error) || error.code !== 'CALL_NOT_FOUND') throw error
      parts.logger.warn('callback.not_taken', {
        plugin: posted.plugin,
        provider: posted.provider,
        error: errorKind(error),
      })
      return 'unknown'
    }
  }
  return 'refused'
}

async function readNews<T>(parts: CallParts, read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    parts.logger.warn('callback.unreadable', { error: errorKind(error) })
    return null
  }
}
