import type { CallState, UsageRow } from '@parakh/core'

/** Why a request cost what it cost, by code, each with its sentence. */
export const WHY = {
  answer: 'It gave an answer, which was charged',
  test_credit: 'It gave an answer, which was charged to test credit: no money',
  plan_unit: 'A unit of the plan paid for it',
  charged_on_completion: 'It was charged when the order was completed',
  held_until_completion: 'The price is held until the order is completed or fails',
  released_on_completion: 'The order failed or was not completed in time: the hold was released',
  credited_back: 'It was charged, and credited back later',
  answer_free: 'Its answer is one that costs nothing, such as one that says that no record exists',
  free_endpoint: 'Its price was zero',
  no_record_free: 'The source has no such record: the hold was released',
  source_failed: 'The source, or this server, gave no answer: the hold was released',
  failed_before_hold: 'This server failed before anything was held',
  refused: 'It was refused after its price was held: the hold was released',
  refused_before_hold: 'It was refused before anything was held',
  replay: 'The stored answer of an earlier call with this request id was sent again',
} as const
/** The code of a reason. */
export type Why = keyof typeof WHY
/** The codes of reasons. */
export const WHY_CODES = Object.keys(WHY) as readonly Why[] as readonly [Why, ...Why[]]

/** Why a request cost what it cost. @param call The call that it is; null: it became none. */
export function whyCharged(row: UsageRow, call: CallState | null): Why {
  if (row.outcome === 'replay') return 'replay'
  if (row.outcome === 'refused') return call ? 'refused' : 'refused_before_hold'
  if (row.outcome === 'failed') return call ? 'source_failed' : 'failed_before_hold'
  if (row.outcome === 'none') return 'no_record_free'
  if (!call) return row.charged > 0 ? 'answer' : 'free_endpoint'
  return whyAnswered(row, call)
}

function whyAnswered(row: UsageRow, call: CallState): Why {
  if (call.phase === 'accepted') return 'held_until_completion'
  if (call.pool !== null) return 'plan_unit'
  if (call.refunded > 0) return 'credited_back'
  if (call.charged > 0) {
    if (row.charged === 0) return 'charged_on_completion'
    return call.environment === 'sandbox' ? 'test_credit' : 'answer'
  }
  if (call.price === 0) return 'free_endpoint'
  return call.asyncState === null ? 'answer_free' : 'released_on_completion'
}
