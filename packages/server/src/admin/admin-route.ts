import type { ActingPerson, Scope } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type * as z from 'zod'
import type { RawAdminRequest } from './request-parts.ts'

/** The context of a request: host and caller. */
export interface AdminContext {
  readonly host: Host
  /** The actor for the audit log: `admin:<name of the credential>`. */
  readonly actor: string
  /** The credential's account; null: an operator. */
  readonly accountId: string | null
  /** The scopes of the credential. */
  readonly scopes: readonly string[]
  /** Null: a token. */
  readonly person: ActingPerson | null
  /** Of the answer, once the operation is done. */
  headers?(): Readonly<Record<string, string>>
}

/** An operation as a route of the admin API. */
export interface AdminRoute {
  /** Unique: the OpenAPI operation id. `accounts.get`. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/admin/v1`: `/keys/{key_id}/rotate`. */
  readonly path: string
  readonly scope: Scope
  /** A one-line summary that begins with a verb. */
  readonly summary: string
  /** HTTP status of success. */
  readonly status: 200 | 201 | 202
  /** HTTP status of errors by code, where the host's rule does not give it. */
  readonly errors: Readonly<Record<string, number>>
  /** Media types of file responses, besides JSON. */
  readonly files: readonly string[]
  /** The largest request body, in bytes. */
  readonly bodyLimit: number
  /** Whether the header `Idempotency-Key` is supported. */
  readonly idempotent?: true
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  /** Null: no body. */
  readonly body: z.ZodObject | null
  readonly response: z.ZodType
  /** The rows of a list, whose fields are the CSV columns. Null: not a list. */
  readonly rows: z.ZodObject | null
  /** How isolation of the path's ids is checked: a function, operators only, the person who asks, or by the path's `account_id`; null: no ids. */
  readonly ownedBy: 'function' | 'operators' | 'person' | 'account_id' | null
  /** Validates the request and runs the operation. Returns the declared fields or a file; throws the error response. */
  answer(context: AdminContext, raw: RawAdminRequest): Promise<unknown>
}

/** The parameter names of the path, in order. */
export const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => `${name}`)
