import * as z from 'zod'
import { cliErrors } from '../error-codes.ts'
import type { Terminal } from '../terminal/terminal.ts'

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

const Url = z.url({ protocol: /^https?$/ })
/** A question, the option that answers it, and what is allowed. */
const QUESTIONS = [
  {
    ...{ key: 'name', flag: '--name', asked: 'The name that your callers see' },
    ...{ schema: z.string().trim().min(1).max(80), allowed: '1 to 80 characters, such as Acme Verify', needed: true },
  },
  {
    ...{ key: 'supportEmail', flag: '--support-email', asked: 'The address that helps them (empty: none)' },
    ...{ schema: z.email(), allowed: 'an e-mail address', needed: false },
  },
  {
    ...{ key: 'publicUrl', flag: '--public-url', asked: 'How they reach it (empty: this machine alone, for now)' },
    ...{ schema: Url, allowed: 'an address such as https://api.acme.example', needed: false },
  },
  {
    ...{ key: 'postgres', flag: '--postgres', asked: 'PostgreSQL (empty: SQLite, for one process)' },
    ...{
      schema: z.url({ protocol: /^postgres(ql)?$/ }),
      allowed: 'postgresql://user:password@host/database',
      needed: false,
    },
  },
] as const
type Question = (typeof QUESTIONS)[number]

/** The text of an answer; null: it is left out. @throws `INIT_ANSWER_WRONG` */
function read({ flag, schema, allowed, needed }: Question, given: string): string | null {
  if (given.trim() === '' && !needed) return null
  const parsed = schema.safeParse(given.trim())
  if (!parsed.success) throw cliErrors.error('INIT_ANSWER_WRONG', { flag, allowed })
  return parsed.data
}

/**
 * Takes the answers from the options. What is missing is asked where a person is at the terminal, and again until it can be read; else it
 * is left out.
 *
 * @throws `INIT_ANSWER_WRONG`: an option is wrong, or there is no name and nobody to ask.
 */
export async function initAnswers(terminal: Terminal, options: InitOptions): Promise<InitAnswers> {
  const typed = terminal.answers()
  const found: Record<string, string | null> = {}
  try {
    for (const question of QUESTIONS) {
      const given = options[question.key]
      const isAsked = given === undefined && typed !== null
      found[question.key] = isAsked ? await ask(terminal, typed, question) : read(question, given ?? '')
    }
  } finally {
    typed?.close()
  }
  const { name, supportEmail = null, publicUrl = null, postgres = null } = found
  return { name: name ?? '', supportEmail, publicUrl, postgres }
}

async function ask(
  terminal: Terminal,
  typed: NonNullable<ReturnType<Terminal['answers']>>,
  question: Question,
): Promise<string | null> {
  for (;;) {
    try {
      return read(question, await typed.next(question.asked))
    } catch {
      terminal.err(`Allowed: ${question.allowed}\n`)
    }
  }
}
