import { invalidInput, type RecordedReply } from '@parakh/core'
import * as z from 'zod'

/** Headers that may hold a credential or a session of ours: not recorded. */
const CREDENTIALS = /cookie|auth|token|secret|session|signature|key/

const Recorded = z.object({
  reference: z.string().max(200).default(''),
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()).default({}),
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
  body: z.json(),
})

/**
 * Reads a reply that `KeptReply.text` wrote, or that was typed: its body is text, or JSON as it is.
 *
 * @throws `VALIDATION_FAILED`
 */
export function parseReply(text: string): RecordedReply {
  const parsed = Recorded.safeParse(jsonOf(text))
  if (!parsed.success)
    throw invalidInput({ reply: 'must be JSON with status and body: {"status":200,"headers":{},"body":{}}' })
  const { reference, status, headers, encoding, body } = parsed.data
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), encoding)
  return { reference, status, headers: Object.fromEntries(lowerCased), body: new Uint8Array(bytes) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A reply as an answer of an operation has it. It may hold identity numbers, so that JSON has its status and size alone: its text is for a
 * file of who typed the command.
 */
export class KeptReply {
  readonly kind = 'kept-reply'
  readonly #reply: RecordedReply
  constructor(reply: RecordedReply) {
    this.#reply = reply
  }
  toJSON(): { readonly status: number; readonly bytes: number } {
    return { status: this.#reply.status, bytes: this.#reply.body.length }
  }
  /** The whole of it, for `parseReply`, without headers that may hold credentials. */
  static text(kept: KeptReply): string {
    const { reference, status, headers, body } = kept.#reply
    const safe = Object.entries(headers).filter(([name]) => !CREDENTIALS.test(name))
    return `${JSON.stringify({ reference, status, headers: Object.fromEntries(safe), ...textOf(body) }, null, 2)}\n`
  }
}

function textOf(body: Uint8Array): Pick<z.input<typeof Recorded>, 'encoding' | 'body'> {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body) }
  } catch {
    return { encoding: 'base64', body: Buffer.from(body).toString('base64') }
  }
}

/** The field of an answer that holds one. */
export const ReplyField = z
  .custom<KeptReply>((value) => typeof value === 'object' && value !== null && 'kind' in value)
  .meta({
    type: 'object',
    description: 'What came. Its body is written by --record of the command line alone',
    properties: { status: { type: 'integer' }, bytes: { type: 'integer' } },
    required: ['status', 'bytes'],
  })
