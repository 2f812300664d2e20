import type { FuzzedOperation } from './fuzzed-operation.ts'

/** As its schema says, with one thing wrong, or wrong as HTTP. */
export const KINDS = ['valid', 'mutated', 'wire'] as const
export type Kind = (typeof KINDS)[number]

/** A request before it is written down. */
export interface Plan {
  readonly operation: FuzzedOperation
  /** Encoded, without the query. */
  readonly path: string
  /** Not encoded. */
  readonly query: readonly (readonly [name: string, value: string])[]
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: there is none. */
  readonly body: unknown
}
/** A request as it is sent. */
export interface FuzzRequest {
  readonly operation: FuzzedOperation
  readonly kind: Kind
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
  /** All of it, where it is sent as these bytes; null: an HTTP client sends it. */
  readonly raw: Buffer | null
  /** Whether no more is said after these bytes, although the request is not at its end. */
  readonly isCutOff?: boolean
}
/** An answer, whole. */
export interface FuzzReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** Percent-encodes a text, also one that is no Unicode. */
export function encoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}

/** A plan as a request, with its body as JSON unless another text is given. */
export function requestOf(plan: Plan, kind: Kind, text?: string): FuzzRequest {
  const { operation, path, query, headers, body } = plan
  const json = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const bytes = json === undefined ? null : Buffer.from(json)
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const sized = bytes ? { 'content-type': 'application/json', 'content-length': String(bytes.length) } : {}
  return {
    ...{ operation, kind, method: operation.method, body: bytes, raw: null },
    target: `${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
    headers: { ...headers, ...sized },
  }
}

const LONGEST = 1_000
/** A long repetition tells no more than its beginning. */
const REPEATED = /(.{1,6}?)\1{20,}/g
const SECRET = /(sk_(test|live)_|adm_)\w+|Bearer [\w.-]+|console_session=\w+/g

/** A request for whoever looks for what it found: what proves its sender is left out. */
export function describeRequest({ operation, kind, method, target, headers, body, raw }: FuzzRequest): string {
  const sent = raw
    ? JSON.stringify(raw.toString('latin1'))
    : `${method} ${target} ${JSON.stringify(headers)} ${body ?? ''}`
  return `${operation.surface} ${operation.id}, ${kind}: ${sent.replace(SECRET, '…').replace(REPEATED, '$1…').slice(0, LONGEST)}`
}
