/**
 * The command `parakh`. Its code can also be run inside a process, with a terminal of one's own.
 *
 * @packageDocumentation
 */
export { cliErrors } from './error-codes.ts'
export { main, run } from './main.ts'
export { processTerminal, type Terminal } from './terminal/terminal.ts'
