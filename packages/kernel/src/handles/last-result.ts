import type { Clock, Environment, RecordStore, Update } from '@parakh/core'
import * as z from 'zod'
import { canonicalJson } from '../request/canonical-json.ts'
import type { Staging } from './staging.ts'

/** What an event last said of a call: so that the same news twice is told once. Kept as a record, so that races are seen. */
const NEWS_COLLECTION = 'kernel.news'
const NEWS_KEPT_MS = 100 * 86_400_000

const Told = z.object({ data: z.record(z.string(), z.unknown()) })

/** What was last told of a call, and when. */
export interface LastNews {
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
}

interface Wallet {
  readonly accountId: string
  readonly environment: Environment
}

/** What was last told of a call of this wallet; null before any news, and after they are dropped. */
export async function lastNewsOf(records: RecordStore, wallet: Wallet, reference: string): Promise<LastNews | null> {
  const row = await records.get(NEWS_COLLECTION, wallet, reference)
  return row ? { data: Told.parse(JSON.parse(row.value)).data, at: row.updatedAt } : null
}

/**
 * Stages what is told of a call.
 *
 * @returns Whether it differs from what was told last: else nothing is staged.
 */
export async function stageNews(
  { records, clock, staging }: { readonly records: RecordStore; readonly clock: Clock; readonly staging: Staging },
  wallet: Wallet,
  { reference, update }: { readonly reference: string; readonly update: Update },
): Promise<boolean> {
  const { state, data } = update
  const value = canonicalJson({ state, data })
  const earlier = await records.get(NEWS_COLLECTION, wallet, reference)
  if (earlier?.value === value) return false
  const keepUntil = clock.now().getTime() + NEWS_KEPT_MS
  const expected = earlier?.version ?? null
  staging.record({ collection: NEWS_COLLECTION, id: reference, expected, state, value, keys: [], keepUntil })
  return true
}
