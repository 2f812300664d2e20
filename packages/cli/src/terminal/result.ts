import type { CommonOptions } from './common-options.ts'
import type { Terminal } from './terminal.ts'

/** The result of a command, in both forms. */
export interface Result {
  /** The object that `--json` prints. */
  readonly json: object
  /** The text for a person: sentences and tables. */
  readonly text: string
}

/**
 * Prints a result in the requested form: exactly one JSON object on one line, or text.
 *
 * @param result Both forms.
 */
export function printResult(terminal: Terminal, options: CommonOptions, result: Result): void {
  terminal.out(options.json === true ? `${JSON.stringify(result.json)}\n` : `${result.text}\n`)
}
