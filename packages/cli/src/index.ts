/**
 * The command `parakh`. It can also be run inside a process, with a custom terminal.
 *
 * @packageDocumentation
 */
export { cliErrors } from './error-codes.ts'
export { main, run } from './main.ts'
export { processTerminal, type Terminal } from './terminal/terminal.ts'
