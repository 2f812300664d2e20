import type { Question } from '../call-data/question.ts'
import { canonicalJson } from '../request/canonical-json.ts'
import { unusable } from './read-record.ts'

/** The reason of a record about another person. */
export const NOT_AS_ASKED = 'not_as_asked'

type ParsedRecord = Readonly<Record<string, unknown>>
type ReadRecord = (raw: unknown) => ParsedRecord

/**
 * Reads a source's reply to a question.
 *
 * @returns The record, or null for a definite no.
 * @throws UpstreamError `unprocessable` if the record does not fit the contract or is about another person.
 */
export function checkRecord(question: Question, raw: unknown, read: ReadRecord): unknown {
  // Null is the definite no: undefined is a provider that forgot its answer, and says nothing.
  if (raw === null) return null
  const record = read(raw)
  requireSame(question, record, question.operation.same)
  return record
}

/**
 * Reads a result that arrives after the reply to a write: by poll, callback, command or status query. It may leave out whom it is about if the
 * contract allows null there; it may not name another person.
 *
 * @throws UpstreamError as `checkRecord`.
 */
export function checkResult(question: Question, raw: unknown, read: ReadRecord): unknown {
  if (raw === null) return null
  const record = read(raw)
  const named = question.operation.same.filter((field) => (record[field] ?? null) !== null)
  requireSame(question, record, named)
  return record
}

function requireSame({ operation, input }: Question, record: ParsedRecord, same: readonly string[]): void {
  // An earlier release kept no input for some calls: there is nothing to compare with.
  if (input === undefined) return
  const asked = input as ParsedRecord
  const other = same.find((field) => asked[field] !== undefined && !isSame(asked[field], record[field]))
  if (other !== undefined) throw unusable({ field: other, reason: NOT_AS_ASKED })
  if (operation.isOf && !operation.isOf(input as never, record as never)) throw unusable({ reason: NOT_AS_ASKED })
}

const isSame = (asked: unknown, told: unknown): boolean =>
  asked === told || canonicalJson(asked) === canonicalJson(told)
