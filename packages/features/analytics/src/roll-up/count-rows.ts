import { latencyBucket } from '../rules/latency-buckets.ts'
import type { Latencies } from '../rules/packed-latencies.ts'

/** Account, environment, day, endpoint, key. */
export type LatencyKey = readonly [string, string, number, string, string]
/** Rows that were counted, by everything that a roll-up tells apart. */
export interface CountedRows {
  readonly rows: number
  /** With outcome, code, calls, micro-rupees and the calls that they were charged for. */
  readonly counts: readonly (readonly [...LatencyKey, string, string, number, number, number])[]
  readonly latencies: readonly { readonly key: LatencyKey; readonly latencies: Latencies }[]
}

/** A group of rows, as `rollUpStatements.newRows` reads it. */
interface Row {
  readonly account_id: string
  readonly environment: string
  readonly endpoint: string
  readonly key_id: string
  readonly outcome: string
  readonly code: string
  readonly day: number
  readonly rows: number
  readonly calls: number
  readonly charged: number
  readonly charged_calls: number
  /** Milliseconds, those of several calls as `12x300`. */
  readonly latencies: string
}

/** Adds up rows of the usage log. */
export function countRows(found: readonly Row[]): CountedRows {
  const latencies = new Map<string, { readonly key: LatencyKey; readonly latencies: Latencies }>()
  let rows = 0
  const counts = found.map((row) => {
    const key: LatencyKey = [row.account_id, row.environment, row.day, row.endpoint, row.key_id]
    const text = JSON.stringify(key)
    const histogram = latencies.get(text) ?? { key, latencies: new Map() }
    countLatencies(histogram.latencies, row.latencies)
    latencies.set(text, histogram)
    rows += row.rows
    return [...key, row.outcome, row.code, row.calls, row.charged, row.charged_calls] as const
  })
  return { rows, counts, latencies: [...latencies.values()] }
}

/** Counts milliseconds that are written behind each other, those of several calls as `12x300`. */
function countLatencies(latencies: Latencies, milliseconds: string): void {
  for (const text of milliseconds.split(' ')) {
    const [latency, calls = '1'] = text.split('x')
    const bucket = latencyBucket(Number(latency))
    latencies.set(bucket, (latencies.get(bucket) ?? 0) + Number(calls))
  }
}
