import { UpstreamError } from '@parakh/core'
import type * as z from 'zod'

/** An answer that cannot be used. @param at Where and why: names of the contract, never a value. */
export const unusable = (at: { readonly field?: string; readonly reason: string }, options: ErrorOptions = {}) =>
  new UpstreamError('unprocessable', 'the answer cannot be used', { ...at, ...options })

/**
 * What a provider gave, as its contract says it: the one place where anything of a source becomes a record.
 *
 * @throws UpstreamError `unprocessable`, with the field and the reason.
 */
export function readRecord(output: z.ZodObject, raw: unknown): Readonly<Record<string, unknown>> {
  const parsed = output.safeParse(raw)
  if (!parsed.success) throw misfit(output, parsed.error)
  return parsed.data
}

function misfit(output: z.ZodObject, error: z.ZodError): UpstreamError {
  const [issue] = error.issues
  if (!issue) return unusable({ reason: 'invalid' }, { cause: error })
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  const field = fieldPath(output, issue.path)
  return unusable({ ...(field === '' ? {} : { field }), reason: missing ? 'missing' : issue.code }, { cause: error })
}

/** Where, by the names that the contract knows: a key that a source chose may be an identity number. */
export function fieldPath(output: z.ZodObject, path: readonly PropertyKey[]): string {
  const known = new Set<string>()
  collectNames(output, known, new Set())
  return path.map((part) => (typeof part === 'number' || known.has(String(part)) ? String(part) : '*')).join('.')
}

/** The names of all objects within a schema, which may hold itself. */
function collectNames(value: unknown, names: Set<string>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const parts = '_zod' in value ? (value as z.ZodType)._zod.def : value
  if ('_zod' in value && 'shape' in parts) for (const name of Object.keys(parts.shape as object)) names.add(name)
  for (const [name, part] of Object.entries(parts)) if (name !== 'checks') collectNames(part, names, seen)
}
