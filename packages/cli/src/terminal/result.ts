import type { CommonOptions } from './common-options.ts'
import type { Terminal } from './terminal.ts'

/** What a command has to say, in both forms. */
export interface Result {
  /** What `--json` prints: one object. */
  readonly json: object
  /** The same for a person: sentences and tables. */
  readonly text: string
}

/**
 * Prints a result in the form that was asked for: exactly one JSON object on one line, or text.
 *
 * @param result Both forms.
 */
export function printResult(terminal: Terminal, options: CommonOptions, result: Result): void {
  terminal.out(options.json === true ? `${JSON.stringify(result.json)}\n` : `${result.text}\n`)
}
