import * as z from 'zod'
import { cliErrors } from '../error-codes.ts'
import type { Answers, Terminal } from '../terminal/terminal.ts'

/** What a new deployment is asked for. */
export interface InitAnswers {
  readonly name: string
  /** Null: none is shown. */
  readonly supportEmail: string | null
  /** How callers reach it; null: this machine alone, until it is set. */
  readonly publicUrl: string | null
  /** The connection of PostgreSQL; null: SQLite. */
  readonly postgres: string | null
}
/** The options of the command, each of which answers a question. */
export interface InitOptions {
  readonly name?: string
  readonly supportEmail?: string
  readonly publicUrl?: string
  readonly postgres?: string
}

interface Question {
  /** The option that answers it. */
  readonly flag: string
  readonly asked: string
  readonly schema: z.ZodType<string>
  /** Completes "Allowed: ". */
  readonly allowed: string
}
const NAME: Question = {
  ...{ flag: '--name', asked: 'The name that your callers see' },
  ...{ schema: z.string().trim().min(1).max(80), allowed: '1 to 80 characters, such as Acme Verify' },
}
const SUPPORT_EMAIL: Question = {
  ...{ flag: '--support-email', asked: 'The address that helps them (empty: none)' },
  ...{ schema: z.email(), allowed: 'an e-mail address' },
}
const PUBLIC_URL: Question = {
  ...{ flag: '--public-url', asked: 'How they reach it (empty: this machine alone, for now)' },
  ...{ schema: z.url({ protocol: /^https?$/ }), allowed: 'an address such as https://api.acme.example' },
}
const POSTGRES: Question = {
  ...{ flag: '--postgres', asked: 'PostgreSQL (empty: SQLite, for one process)' },
  ...{ schema: z.url({ protocol: /^postgres(ql)?$/ }), allowed: 'postgresql://user:password@host/database' },
}

/** @throws `INIT_ANSWER_WRONG` */
function read({ flag, schema, allowed }: Question, given: string): string {
  const parsed = schema.safeParse(given.trim())
  if (!parsed.success) throw cliErrors.error('INIT_ANSWER_WRONG', { flag, allowed })
  return parsed.data
}
/** The same; empty: null. */
const readOrNone = (question: Question, given: string): string | null =>
  given.trim() === '' ? null : read(question, given)

/**
 * Takes the answers from the options. What is missing is asked where a person is at the terminal, and again until it can be read; else it
 * is left out.
 *
 * @throws `INIT_ANSWER_WRONG`: an option is wrong, or there is no name and nobody to ask.
 */
export async function initAnswers(terminal: Terminal, options: InitOptions): Promise<InitAnswers> {
  const typed = terminal.answers()
  const answer = async <T>(question: Question, given: string | undefined, readIt: (q: Question, given: string) => T) =>
    given === undefined && typed !== null
      ? await ask({ terminal, typed, question }, readIt)
      : readIt(question, given ?? '')
  try {
    return {
      name: await answer(NAME, options.name, read),
      supportEmail: await answer(SUPPORT_EMAIL, options.supportEmail, readOrNone),
      publicUrl: await answer(PUBLIC_URL, options.publicUrl, readOrNone),
      postgres: await answer(POSTGRES, options.postgres, readOrNone),
    }
  } finally {
    typed?.close()
  }
}

interface Asking {
  readonly terminal: Terminal
  readonly typed: Answers
  readonly question: Question
}

async function ask<T>({ terminal, typed, question }: Asking, readIt: (q: Question, given: string) => T): Promise<T> {
  for (;;) {
    const given = await typed.next(question.asked)
    if (given === null) return readIt(question, '')
    try {
      return readIt(question, given)
    } catch {
      terminal.err(`Allowed: ${question.allowed}\n`)
    }
  }
}
