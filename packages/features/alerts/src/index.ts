/**
 * Mails of alerts and of what has happened, and a webhook of them for operators.
 *
 * @packageDocumentation
 */

export { AlertRounds } from './alert-rounds.ts'
export { alertsErrors } from './error-codes.ts'
export { alerts as default } from './plugin.ts'
