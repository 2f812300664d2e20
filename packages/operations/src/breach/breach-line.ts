import { csvLine } from '@parakh/core'

/** The columns of the CSV, in order. A line has those of its kind. */
const COLUMNS = [
  ...(['kind', 'at', 'until', 'account_id', 'environment', 'role', 'actor', 'action', 'subject', 'detail'] as const),
  ...(['address', 'endpoint', 'request_id', 'reference', 'outcome', 'status', 'shown', 'people', 'documents'] as const),
  'calls',
] as const

/** What was shown: `answer`, `none` and `replay` of a call, `secret` and `data` of an act. */
export type Shown = 'answer' | 'none' | 'replay' | 'secret' | 'data'

/**
 * A line of a breach export.
 *
 * - `credential`: the key or token, or a role of the person, and for how long it was good within the window.
 * - `session`: a session of the person.
 * - `reach`: an account that it could read, whether it did or not, and how many calls that account has made so far.
 * - `act`: an entry of the audit log.
 * - `call`: a call of the key.
 */
export interface BreachLine extends Readonly<Partial<Record<(typeof COLUMNS)[number], unknown>>> {
  readonly kind: 'credential' | 'session' | 'reach' | 'act' | 'call'
  readonly shown?: Shown | null
}

/** How a format writes its head and each line. Of JSON each line is an object, without what it does not have. */
const FORMATS = {
  csv: { head: () => csvLine(COLUMNS), line: (line: BreachLine) => csvLine(COLUMNS.map((column) => line[column])) },
  jsonl: {
    head: () => '',
    line: (line: BreachLine) =>
      `${JSON.stringify(Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null)))}\n`,
  },
} as const
/** The formats of a breach export. */
export type BreachFormat = keyof typeof FORMATS

/** Lines as the bytes of a file, made while it is sent. */
export async function* breachBytes(lines: AsyncIterable<BreachLine>, format: BreachFormat): AsyncGenerator<Uint8Array> {
  const { head: writeHead, line: write } = FORMATS[format]
  const encoder = new TextEncoder()
  const head = writeHead()
  if (head !== '') yield encoder.encode(head)
  for await (const line of lines) yield encoder.encode(write(line))
}
