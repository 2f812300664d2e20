import { checkReference, type FundingRecord, type FundingRows, isParakhError } from '@parakh/core'
import { businessErrors } from '../error-codes.ts'

/** An order, and whether it was opened just now. */
export interface OnceOpened {
  readonly funding: FundingRecord
  readonly fresh: boolean
}

/**
 * Opens a funding, once for each reference of its wallet: the same again is the one that stands, whatever became of it.
 *
 * @param reference Absent: it is opened in any case.
 * @throws `INVALID_REFERENCE`, `FUNDING_ORDER_REUSED` (another amount or gateway), and as `FundingRows.open`.
 */
export async function openOnce(
  rows: FundingRows,
  funding: FundingRecord,
  reference: string | undefined,
): Promise<OnceOpened> {
  if (reference === undefined) return { funding: await rows.open({ funding, references: [] }), fresh: true }
  checkReference(reference)
  const { accountId, environment, amount, gateway } = funding
  // No UTR, no payment id and no order of a gateway has a slash.
  const name = `order/${accountId}/${environment}/${reference}`
  const standing = (await rows.findByReference(name)) ?? (await openedOr(rows, funding, name))
  if (standing.amount !== amount || standing.gateway !== gateway)
    throw businessErrors.error('FUNDING_ORDER_REUSED', { reference, id: standing.id })
  return { funding: standing, fresh: standing.id === funding.id }
}

/** Opens it; where another request was first, that one stands. */
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
