/** Where a command reads its surroundings and writes what it has to say. */
export interface Terminal {
  /** Standard output: results. */
  out(text: string): void
  /** Standard error: faults and progress. */
  err(text: string): void
  /** Whether a person watches standard error, so that progress may be drawn. */
  readonly interactive: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths start from. */
  readonly cwd: string
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interactive: process.stderr.isTTY === true,
    env: process.env,
    cwd: process.cwd(),
  }
}
