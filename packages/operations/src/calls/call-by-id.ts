import { type Billing, type CallState, coreErrors, type UsageRow } from '@parakh/core'
import { type UsageServices, visibleFrom } from '../usage/usage-page.ts'

/** The rows of one request id that are read. If there are more, another account may have used the id too. */
const MOST_ROWS = 1_000

/**
 * Returns the call of any account with this reference, request id or idempotency key. An id of a caller is found within the visible usage
 * log. Null: there is no such call.
 *
 * @throws `CALL_NOT_REFUNDABLE` if several accounts or environments have used the id.
 */
export async function callById(
  { billing, ...services }: UsageServices & { readonly billing: Billing },
  id: string,
): Promise<CallState | null> {
  const referenced = await billing.findByReference(id)
  if (referenced) return referenced.call
  const rows = await services.usageLog.ofRequestId(id, { from: visibleFrom(services), limit: MOST_ROWS })
  const wallets = new Set(rows.map(({ accountId, environment }) => `${accountId} ${environment}`))
  if (wallets.size > 1 || rows.length === MOST_ROWS)
    throw coreErrors.error('CALL_NOT_REFUNDABLE', { reference: id, detail: SEVERAL })
  const answersFirst = rows.toSorted((one, other) => Number(isAnswer(other)) - Number(isAnswer(one)))
  for (const { reference } of answersFirst) {
    // A request of a free endpoint, such as the balance, became no call.
    const found = await billing.findByReference(reference)
    if (found) return found.call
  }
  return null
}

const isAnswer = ({ outcome }: UsageRow): boolean => outcome === 'answer'

const SEVERAL = 'several requests have this id, so give the reference of the call'
