import { boundedFields, boundedText, issueText, unknownFieldName } from '@parakh/core'
import { isIdentityNumber } from '@parakh/core/formats'
import { unquotedKey } from '@parakh/kernel'
import * as z from 'zod'
import { AdminFault, type FieldFaults, notFound } from './admin-fault.ts'

/** The parts of a request, unparsed. */
export interface RawAdminRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** The header `Idempotency-Key`. */
  readonly idempotencyKey?: unknown
}

const faultsOf = ({ issues }: z.ZodError): FieldFaults => {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    // zod reports an unknown key at its object: name the key itself.
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map(unknownFieldName) : ['']
    for (const name of names) {
      const place = [...issue.path, ...(name === '' ? [] : [name])].map(String).join('.')
      fields[place] ??= issue.code === 'unrecognized_keys' ? 'is not a field of this request' : issueText(issue)
    }
  }
  return fields
}

/**
 * Parses a query or a body. Unknown fields are refused.
 *
 * @throws AdminFault 422 `VALIDATION_FAILED` with each invalid field.
 */
export function parsePart<S extends z.ZodObject>(schema: S, raw: unknown): z.output<S> {
  const parsed = z.safeParse(schema.strict(), raw)
  if (parsed.success) return parsed.data as z.output<S>
  throw invalidFields(faultsOf(parsed.error))
}

/** Whether any name or text contains a NUL, which PostgreSQL cannot store. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, item]) => name.includes('\0') || hasNul(item))
}

/**
 * Refuses values that a database cannot look up.
 *
 * @throws AdminFault 404 for a path, 422 for anything else.
 */
export function refuseNul({ params, query, body }: RawAdminRequest): void {
  if (hasNul(params)) throw notFound()
  for (const part of [query, body]) {
    const [field] = Object.entries(Object(part)).find(([name, value]) => name.includes('\0') || hasNul(value)) ?? []
    if (field !== undefined)
      throw invalidFields({ [unknownFieldName(field.replaceAll('\0', ''))]: 'must not have a NUL character' })
  }
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/
/**
 * Reads the header `Idempotency-Key`.
 *
 * @returns The key without quotes; null: not sent.
 * @throws AdminFault 422
 */
export function idempotencyKeyOf(header: unknown): string | null {
  if (header === undefined) return null
  const key = typeof header === 'string' ? unquotedKey(header) : null
  if (key !== null && IDEMPOTENCY_KEY.test(key) && !isIdentityNumber(key)) return key
  throw invalidFields({
    'Idempotency-Key':
      'must be 1 to 128 printable characters without a space, bare or in double quotes, and no identity number',
  })
}

/** @returns AdminFault 422 `VALIDATION_FAILED` with each invalid field. */
export function invalidFields(given: FieldFaults): AdminFault {
  const { fields, note } = boundedFields(given, boundedText)
  return new AdminFault({ status: 422, code: 'VALIDATION_FAILED', message: `Some fields are not valid${note}`, fields })
}
