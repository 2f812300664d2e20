import { Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import type { AnalyticsFigures, AnalyticsGroup } from '../contract.ts'

/** The figures of a group in a response. */
export const FiguresView = z.object({
  group: z.string().describe('The endpoint, key, day or beginning of the hour; empty for total'),
  calls: z.int(),
  successes: z.int().describe('Calls that returned data'),
  success_rate: z.number().nullable().describe('0 to 1'),
  failures: z.array(z.object({ outcome: z.string(), code: z.string(), calls: z.int() })),
  charged: Rupees,
  p95_latency_ms: z
    .int()
    .nullable()
    .describe('Exact below 16 ms; above, never too low and at most 12.5 percent too high'),
})
type FiguresView = z.output<typeof FiguresView>

/** Presents the figures of a group. */
export const presentFigures = (figures: AnalyticsFigures): z.input<typeof FiguresView> => ({
  ...{ group: figures.group, calls: figures.calls, successes: figures.successes, success_rate: figures.successRate },
  ...{ failures: [...figures.failures], charged: rupeesText(figures.charged), p95_latency_ms: figures.p95LatencyMs },
})

/** The group under the name of the grouping, such as `endpoint`, for the command line. */
export const namedGroup = (by: AnalyticsGroup, { group, ...figures }: FiguresView) => ({
  ...(by === 'total' ? {} : { [by === 'key' ? 'key_id' : by]: group }),
  ...figures,
})

/** Titles and rows of a table for a person. */
export function figuresTable(by: AnalyticsGroup, figures: readonly FiguresView[]) {
  const group = { total: [], endpoint: ['Endpoint'], key: ['Key'], day: ['Day'], hour: ['Hour'] }[by]
  return {
    head: [...group, 'Calls', 'Successes', 'Success', 'p95', 'Charged'],
    rows: figures.map((row) => [
      ...(by === 'total' ? [] : [row.group]),
      ...[`${row.calls}`, `${row.successes}`],
      ...[row.success_rate === null ? '' : `${(row.success_rate * 100).toFixed(1)} %`],
      ...[row.p95_latency_ms === null ? '' : `${row.p95_latency_ms} ms`, `${row.charged} INR`],
    ]),
  }
}
