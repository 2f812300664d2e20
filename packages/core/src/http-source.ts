import * as z from 'zod'
import {
  type ClientCredentials,
  ClientCredentialsSchema,
  type RequestSignature,
  RequestSignatureSchema,
  type SourceTls,
  SourceTlsSchema,
} from './http-credentials.ts'
import type { LiveEntry } from './live-entry.ts'
import type { ProviderOperation, ProviderOperations, WriteNames } from './provider.ts'

/** One HTTP request, described. Text values are JSONata over `{ input, reference }`, except `path`, which is text with `{{jsonata}}` in it. */
export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string | Record<string, string>
}
/** An operation described over HTTP. Expressions see the reply as `{ status, headers, body }`, and `input`. */
export type HttpOperation<O extends ProviderOperation> = HttpRequest & {
  /** True when the reply is a definite no. */
  none?: string
  /** One expression for the record, or one per field. */
  record: string | { [F in keyof z.input<O['output']>]?: string }
} & (O['effect'] extends 'write' ? { status?: HttpRequest & { none?: string; record?: string } } : object)

/** A source that is described in the configuration: `live: { provider: http, … }`. */
export interface HttpSource<Ops extends ProviderOperations = ProviderOperations> extends LiveEntry {
  provider: 'http'
  /** Scheme, host and an optional path prefix. */
  baseUrl: string
  /** Headers that are sent unchanged with each request. */
  headers?: Record<string, string>
  /** How a token is fetched that each request has as `authorization: Bearer …`. */
  oauth2?: ClientCredentials
  /** How each request is signed. */
  signature?: RequestSignature
  /** The client certificate, and whom to trust: of the connections to `baseUrl` and `tokenUrl`. */
  tls?: SourceTls
  /** Time limit of one attempt, in milliseconds: 100 to 20,000. Default 8,000. The call's deadline is 20,000. */
  timeoutMs?: number
  /** The largest response body that is read, in bytes: 1 kB to 10 MB. Default 1 MB. */
  maxReplyBytes?: number
  operations: { [K in keyof Ops]?: HttpOperation<Ops[K]> }
  /** How the source delivers async results of a write. */
  callback?: {
    signature: {
      header: string
      algorithm: 'sha256' | 'sha512'
      encoding?: 'hex' | 'base64'
      secret: string
      /** The signed text, as JSONata over `{ headers, text }`; default: the body as received. */
      content?: string
    }
    operation: WriteNames<Ops> & string
    /** JSONata over `{ body, headers }`. */
    reference: string
    record: string
  }
}

const expression = z.string().min(1)
const request = {
  method: z.enum(['GET', 'POST', 'PUT']).optional(),
  path: z.string().startsWith('/'),
  query: z.record(z.string(), expression).optional(),
  headers: z.record(z.string(), expression).optional(),
  body: z.union([expression, z.record(z.string(), expression)]).optional(),
  none: expression.optional(),
}
/** The schema of an `HttpSource` in a configuration file. */
export const HttpSourceSchema = z.strictObject({
  provider: z.literal('http'),
  baseUrl: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).optional(),
  oauth2: ClientCredentialsSchema.optional(),
  signature: RequestSignatureSchema.optional(),
  tls: SourceTlsSchema.optional(),
  timeoutMs: z.int().min(100).max(20_000).default(8_000),
  maxReplyBytes: z.int().min(1_000).max(10_000_000).default(1_000_000),
  operations: z.record(
    z.string(),
    z.strictObject({
      ...request,
      record: z.union([expression, z.record(z.string(), expression)]),
      status: z.strictObject({ ...request, record: expression.optional() }).optional(),
    }),
  ),
  callback: z
    .strictObject({
      signature: z.strictObject({
        header: z.string(),
        algorithm: z.enum(['sha256', 'sha512']),
        encoding: z.enum(['hex', 'base64']).default('hex'),
        secret: z.string().min(1),
        content: expression.optional(),
      }),
      operation: z.string(),
      reference: expression,
      record: expression,
    })
    .optional(),
})
/** An `HttpSource` after its schema: what the upstream package compiles. */
export type ParsedHttpSource = z.output<typeof HttpSourceSchema>
