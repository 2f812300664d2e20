import type { Steps, TableTransaction } from '@parakh/core'
import type { WebhookResult } from '../webhook-store.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import type { WebhookParts } from './webhook-parts.ts'
import { webhookStatements as statements } from './webhook-statements.ts'

/** Who disables an endpoint that does not answer. */
const ACTOR = 'system:webhooks'

const idsOf = (results: readonly Pick<WebhookResult, 'endpointId'>[]): string[] =>
  [...new Set(results.map(({ endpointId }) => endpointId))].sort()

/**
 * Writes results down in one transaction: endpoints first, as whoever changes one locks it first. An attempt that is not pending any more, because
 * another process was faster or its endpoint was disabled, has no attempt after it.
 */
export async function recordResults(
  { tables, clock, ids }: WebhookParts,
  results: readonly WebhookResult[],
  { disableAfterMs }: { readonly disableAfterMs: number },
): Promise<void> {
  if (results.length === 0) return
  const packed = results.map((one) => ({
    ...{ id: one.id, status: one.status, http_status: one.httpStatus, latency_ms: one.latencyMs, error: one.error },
    ...{ response_excerpt: one.responseExcerpt, attempted_at: one.attemptedAt, next_at: one.nextAt },
    next_id: ids.next(),
  }))
  const failed = results.filter(({ status }) => status !== 'delivered')
  const gone = new Set(results.filter((result) => result.gone).map(({ endpointId }) => endpointId))
  await tables.transaction(function* (tx) {
    yield* noteHealth(tx, results)
    const since = clock.now().getTime() - disableAfterMs
    const ending =
      failed.length === 0
        ? []
        : yield* tx.rows(statements.endpointsToDisable({ failed: idsOf(failed), gone: [...gone], since }))
    yield* writeResults(tx, packed)
    for (const row of ending)
      yield* disableEndpoint(tx, { row, reason: gone.has(row.id) ? 'GONE' : 'FAILING', actor: ACTOR })
  })
}

/** Since when nothing succeeded. */
function* noteHealth(tx: TableTransaction, results: readonly WebhookResult[]): Steps<void> {
  const sound = idsOf(results.filter(({ status }) => status === 'delivered'))
  const failing = results.filter(({ endpointId }) => !sound.includes(endpointId))
  if (sound.length > 0) yield* tx.run(statements.noteSound({ ids: sound }))
  if (failing.length === 0) return
  const since = Math.min(...failing.map(({ attemptedAt }) => attemptedAt))
  yield* tx.run(statements.noteFailing({ ids: idsOf(failing), since }))
}

/** A result as its statement reads it. */
interface Packed {
  readonly id: string
  readonly status: WebhookResult['status']
  readonly next_at: number | null
}

function* writeResults(tx: TableTransaction, packed: readonly Packed[]): Steps<void> {
  const results = (of: readonly Packed[]) => ({ results: JSON.stringify(of) })
  const ended = new Set((yield* tx.rows(statements.endAttempts(results(packed)))).map(({ id }) => id))
  const late = packed.filter(({ id, status }) => !ended.has(id) && status === 'delivered')
  if (late.length > 0) yield* tx.run(statements.endLateAttempts(results(late)))
  const following = packed.filter(({ id, next_at }) => ended.has(id) && next_at !== null)
  if (following.length > 0) yield* tx.run(statements.insertFollowing(results(following)))
}
