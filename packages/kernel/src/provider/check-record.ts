import type { ProviderOperation } from '@parakh/core'
import { canonicalJson } from '../request/canonical-json.ts'
import { unusable } from './read-record.ts'

/** What a handler asks of an operation. */
export interface Question {
  readonly name: string
  readonly operation: ProviderOperation
  readonly input: unknown
}

type ReadRecord = (raw: unknown) => Readonly<Record<string, unknown>>

/** Never a record that does not fit, and never another person's: UPSTREAM_UNPROCESSABLE. */
export function checkRecord({ operation, input }: Question, raw: unknown, read: ReadRecord): unknown {
  // Null is the definite no: undefined is a provider that forgot its answer, and says nothing.
  if (raw === null) return null
  const record = read(raw)
  const other = otherThanAsked(operation.same, input, record)
  if (other !== undefined) throw unusable({ field: other, reason: 'not_as_asked' })
  if (operation.isOf && !operation.isOf(input as never, record as never)) throw unusable({ reason: 'not_as_asked' })
  return record
}

/** The first of these fields that was asked for and is another in the record. */
export function otherThanAsked(
  fields: readonly string[],
  input: unknown,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const asked = input as Readonly<Record<string, unknown>>
  return fields.find((field) => asked[field] !== undefined && !isSame(asked[field], record[field]))
}

const isSame = (asked: unknown, told: unknown): boolean =>
  asked === told || canonicalJson(asked) === canonicalJson(told)
