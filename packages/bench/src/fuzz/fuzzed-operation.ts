import type * as z from 'zod'

/** Where a request goes: calls of customers, the admin API by tokens, the console by sessions of people, and routes besides them. */
export const SURFACES = ['calls', 'admin', 'console', 'routes'] as const
export type Surface = (typeof SURFACES)[number]

/** A JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A parameter of an operation. */
export interface FuzzedParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
}
/** An answer that an operation may give. */
export interface PromisedAnswer {
  /** Media types without their parameters. */
  readonly types: readonly string[]
  /** Of the JSON; null: none is promised. */
  readonly body: z.ZodType | null
}
/** A request that is known to be answered. */
export interface ExampleRequest {
  /** With its parameters filled in. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}
/** What is fuzzed: one method of one path. */
export interface FuzzedOperation {
  readonly id: string
  readonly surface: Surface
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly parameters: readonly FuzzedParameter[]
  /** Null: it takes no body. */
  readonly body: JsonSchema | null
  readonly examples: readonly ExampleRequest[]
  /** By status. Null: no document promises anything of it. */
  readonly answers: ReadonlyMap<number, PromisedAnswer> | null
}
