import type { AsyncResult, Clock, Environment, LastAsyncResult, RecordStore } from '@parakh/core'
import * as z from 'zod'
import { canonicalJson } from '../request/canonical-json.ts'
import type { Staging } from './staging.ts'

/** The last async result of a call, so that a repeated result emits one event. Stored as a record, whose version detects races. */
const COLLECTION = 'kernel.async-results'
const KEPT_MS = 100 * 86_400_000

const Told = z.object({ data: z.record(z.string(), z.unknown()) })

interface Wallet {
  readonly accountId: string
  readonly environment: Environment
}

/** The last async result of a call of this wallet; null: none yet, or dropped. */
export async function lastAsyncResultOf(
  records: RecordStore,
  wallet: Wallet,
  reference: string,
): Promise<LastAsyncResult | null> {
  const row = await records.get(COLLECTION, wallet, reference)
  return row ? { data: Told.parse(JSON.parse(row.value)).data, at: row.updatedAt } : null
}

/**
 * Stages an async result.
 *
 * @returns Whether it differs from the last one: else nothing is staged.
 */
export async function stageLastResult(
  { records, clock, staging }: { readonly records: RecordStore; readonly clock: Clock; readonly staging: Staging },
  wallet: Wallet,
  { reference, update }: { readonly reference: string; readonly update: AsyncResult },
): Promise<boolean> {
  const { state, data } = update
  const value = canonicalJson({ state, data })
  const earlier = await records.get(COLLECTION, wallet, reference)
  if (earlier?.value === value) return false
  const keepUntil = clock.now().getTime() + KEPT_MS
  const expected = earlier?.version ?? null
  staging.record({ collection: COLLECTION, id: reference, expected, state, value, keys: [], keepUntil })
  return true
}
