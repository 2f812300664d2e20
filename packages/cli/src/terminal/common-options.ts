import type { Command } from 'commander'

/** The options that every command takes. */
export interface CommonOptions {
  /** The configuration file. */
  readonly config?: string
  /** Print one JSON object and nothing else. */
  readonly json?: boolean
}

/**
 * Adds a command below a parent, with the options that every command takes.
 *
 * @param usage Name and arguments as commander reads them: `rotate <key>`.
 * @param summary One line, shown by `--help`.
 */
export function addCommand(parent: Command, usage: string, summary: string): Command {
  return parent
    .command(usage)
    .description(summary)
    .option('--config <file>', 'configuration file (default: PARAKH_CONFIG, else parakh.yaml or parakh.config.ts here)')
    .option('--json', 'print exactly one JSON object')
}
