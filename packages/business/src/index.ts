/**
 * The business on top of the wallet: price lists, commission, plans, funding, statements, analytics.
 *
 * @packageDocumentation
 */
export { businessErrors } from './error-codes.ts'
