import { createInterface } from 'node:readline/promises'

/** The environment, the output and the signals of a command. */
export interface Terminal {
  /** Standard output: results. */
  out(text: string): void
  /** Standard error: faults, logs and progress. */
  err(text: string): void
  /**
   * The first line of standard input.
   *
   * @param asked What it is, for the prompt where a person types it. It is not shown while it is typed.
   */
  line(asked: string): Promise<string>
  /** Asks a person one question after another, on standard error; null: nobody is there to ask. What is typed is shown. */
  answers(): Answers | null
  /** Whether standard error is a terminal, so that progress may be drawn. */
  readonly interactive: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths start from. */
  readonly cwd: string
  /** Calls the listener for each SIGINT and SIGTERM. @returns Removes the listener. */
  onSignal(listener: () => void): () => void
  /**
   * Calls the listener for each warning of Node, and for an uncaught error, after which the process exits with 1. It replaces Node's
   * own output.
   */
  onTrouble(listener: (kind: 'warning' | 'crash', error: Error) => void): void
  /** Ends the process now. */
  exit(code: number): void
}

/** The answers of a person. */
export interface Answers {
  /** Null: the input ended. */
  next(asked: string): Promise<string | null>
  close(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The terminal of this process. */
export function processTerminal(): Terminal {
  // The reader closed the pipe (`| head`): continue without output.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    line: (asked) => firstLine(asked),
    answers: () => (process.stdin.isTTY === true && process.stderr.isTTY === true ? typedAnswers() : null),
    interactive: process.stderr.isTTY === true,
    env: process.env,
    cwd: process.cwd(),
    onSignal(listener) {
      for (const signal of SIGNALS) process.on(signal, listener)
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener)
      }
    },
    onTrouble(listener) {
      process.removeAllListeners('warning')
      process.on('warning', (warning) => listener('warning', warning))
      process.on('uncaughtException', (error) => {
        listener('crash', error)
        process.exit(1)
      })
    },
    exit: (code) => process.exit(code),
  }
}

function typedAnswers(): Answers {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  let isOpen = true
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  lines.once('close', () => {
    isOpen = false
  })
  return {
    next: async (asked) => (isOpen ? await Promise.race([lines.question(`${asked}: `), ended]) : null),
    close: () => lines.close(),
  }
}

/** What a person types is not echoed: readline writes it to an output that discards it. */
async function firstLine(asked: string): Promise<string> {
  const [{ createInterface }, { Writable }] = await Promise.all([import('node:readline'), import('node:stream')])
  const isTyped = process.stdin.isTTY === true
  if (isTyped) process.stderr.write(`${asked}: `)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: isTyped })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTyped) process.stderr.write('\n')
  }
}
