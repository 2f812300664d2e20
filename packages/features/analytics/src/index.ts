/**
 * Calls, success, latency and spend by day, endpoint and key.
 *
 * @packageDocumentation
 */

export * from './contract.ts'
export { analyticsErrors } from './error-codes.ts'
export { analytics as default } from './plugin.ts'
