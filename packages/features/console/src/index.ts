/**
 * The console: people with roles, sign-in, sessions.
 *
 * @packageDocumentation
 */

export { consoleErrors } from './error-codes.ts'
export { default } from './plugin.ts'
