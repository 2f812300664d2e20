/**
 * Signed events, delivered at least once.
 *
 * @packageDocumentation
 */
export { webhooksErrors } from './error-codes.ts'
