import { checkReference, isParakhError } from '@parakh/core'
import type { FundingRecord } from '../contract/funding.ts'
import { fundingErrors } from '../error-codes.ts'
import type { FundingRows } from './funding-rows.ts'

/** An order, and whether it was opened just now. */
export interface OnceOpened {
  readonly funding: FundingRecord
  readonly fresh: boolean
}

/**
 * Opens a funding, idempotent per reference of its wallet: a repeated request returns the existing one in its current state.
 *
 * @param reference Absent: always opens a new one.
 * @throws `INVALID_REFERENCE`, `FUNDING_ORDER_REUSED` (another amount, gateway or return URL), and as `FundingRows.open`.
 */
export async function openOnce(
  rows: FundingRows,
  funding: FundingRecord,
  reference: string | undefined,
): Promise<OnceOpened> {
  if (reference === undefined) return { funding: await rows.open({ funding, references: [] }), fresh: true }
  checkReference(reference)
  const { accountId, environment, amount, gateway } = funding
  // UTRs, payment ids and gateway order ids contain no slash, so these keys cannot collide with them.
  const name = `order/${accountId}/${environment}/${reference}`
  const standing = (await rows.findByReference(name)) ?? (await openedOr(rows, funding, name))
  if (standing.amount !== amount || standing.gateway !== gateway || standing.returnUrl !== funding.returnUrl)
    throw fundingErrors.error('FUNDING_ORDER_REUSED', { reference, id: standing.id })
  return { funding: standing, fresh: standing.id === funding.id }
}

/** Opens it, or returns the one that a concurrent request opened first. */
async function openedOr(rows: FundingRows, funding: FundingRecord, name: string): Promise<FundingRecord> {
  try {
    return await rows.open({ funding, references: [name] })
  } catch (error) {
    const first =
      isParakhError(error) && error.code === 'FUNDING_REFERENCE_USED' ? await rows.findByReference(name) : null
    if (first) return first
    throw error
  }
}
