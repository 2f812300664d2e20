/**
 * Counts, latencies and revenue by day and hour.
 *
 * @packageDocumentation
 */

export { analyticsErrors } from './error-codes.ts'
export { rollUpUsage } from './roll-up-usage.ts'
export { createAnalytics } from './rules/create-analytics.ts'
