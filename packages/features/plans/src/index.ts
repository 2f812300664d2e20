/**
 * Plans: a monthly fee, a pool of calls, and what accounts are entitled to.
 *
 * @packageDocumentation
 */

export * from './contract.ts'
export { plansErrors } from './error-codes.ts'
export { PLAN_EVENTS } from './events.ts'
export { default } from './plugin.ts'
