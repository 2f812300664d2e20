import type { Command } from 'commander'

/** The options that every command takes. */
export interface CommonOptions {
  /** The configuration file. */
  readonly config?: string
  /** Print one JSON object and nothing else. */
  readonly json?: boolean
  /** The actor of a command that changes something: see `actorOf`. */
  readonly as?: string
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

/**
 * Adds a command that changes something: it takes `--as` too, and passes `actorOf(options)` on.
 *
 * @param usage Name and arguments as commander reads them: `approve <account>`.
 * @param summary One line, shown by `--help`.
 */
export function addChange(parent: Command, usage: string, summary: string): Command {
  return addCommand(parent, usage, summary).option(
    '--as <name>',
    'who does it, for the audit log (default: the user of the system)',
  )
}
