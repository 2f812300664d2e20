import type { Billing, CallState, Environment, UsageRow } from '@parakh/core'
import { type UsageServices, visibleFrom } from './usage-page.ts'

const MOST_ROWS = 1_000
/** A request is written down within this time of its answer. */
const WRITTEN_WITHIN_MS = 60_000

/** A wallet, and what its requests are looked for with. */
export interface RequestSearch extends UsageServices {
  readonly billing: Billing
  readonly wallet: { readonly accountId: string; readonly environment: Environment }
}
/** A request of the visible log. */
export interface FoundRequest {
  readonly row: UsageRow
  /** Other rows of its request id, newest first. */
  readonly others: readonly UsageRow[]
  /** The call that it is, or that it replays; null: it was refused before it became one. */
  readonly call: CallState | null
}

const callOf = async (
  { billing, wallet }: Pick<RequestSearch, 'billing' | 'wallet'>,
  reference: string,
): Promise<CallState | null> => (await billing.find(wallet, { reference }))?.call ?? null

/** The request id of a call whose reference was given, or else the text itself: people have either at hand. */
export const requestIdOf = async (
  search: Pick<RequestSearch, 'billing' | 'wallet'>,
  requestIdOrReference: string,
): Promise<string> => (await callOf(search, requestIdOrReference))?.requestId ?? requestIdOrReference

/** Rows of a request id, newest first: an index has them. */
async function rowsOf(search: RequestSearch, requestId: string, until?: number): Promise<readonly UsageRow[]> {
  const { clock, usageLog, wallet } = search
  const times = { from: visibleFrom(search), until: until ?? clock.now().getTime() + 1 }
  return (await usageLog.page(wallet, { ...times, requestId, limit: MOST_ROWS })).rows
}

/** Whether a row is a request: the charge of an earlier call on completion is none. */
const isRequest = ({ calls }: UsageRow): boolean => calls !== 0

/**
 * The request with this reference.
 *
 * @param requestId Where it was refused before it became a call: without it such a request is not found.
 */
export async function findByReference(
  search: RequestSearch,
  { reference, requestId }: { readonly reference: string; readonly requestId?: string | undefined },
): Promise<FoundRequest | null> {
  const call = await callOf(search, reference)
  const id = call?.requestId ?? requestId
  if (id === undefined) return null
  const has = (row: UsageRow): boolean => row.reference === reference && isRequest(row)
  let rows = await rowsOf(search, id)
  // Thousands of replays may be newer.
  if (call && !rows.some(has)) rows = await rowsOf(search, id, (call.settledAt ?? call.at) + WRITTEN_WITHIN_MS)
  return await found(search, rows, { has, call })
}

/** The newest request with this request id. */
export async function findByRequestId(search: RequestSearch, requestId: string): Promise<FoundRequest | null> {
  return await found(search, await rowsOf(search, requestId), { has: isRequest, call: null })
}

async function found(
  search: RequestSearch,
  rows: readonly UsageRow[],
  { has, call }: { readonly has: (row: UsageRow) => boolean; readonly call: CallState | null },
): Promise<FoundRequest | null> {
  const row = rows.find(has)
  if (!row) return null
  const others = rows.filter((one) => one !== row)
  return { row, others, call: call ?? (await callOf(search, referenceOf(row, rows))) }
}

/** Of a replay the call is the one whose answer was sent again. */
function referenceOf(row: UsageRow, rows: readonly UsageRow[]): string {
  if (row.outcome !== 'replay') return row.reference
  const first = rows.find(({ outcome, at }) => (outcome === 'answer' || outcome === 'none') && at <= row.at)
  return first?.reference ?? row.reference
}
