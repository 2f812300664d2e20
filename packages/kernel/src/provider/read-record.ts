import { type ProviderOperation, UpstreamError } from '@parakh/core'
import type * as z from 'zod'
import { RecordTexts } from './record-text.ts'

type Parsed = Readonly<Record<string, unknown>>

/** An answer that cannot be used. @param at Where and why: names of the contract, never a value. */
export const unusable = (at: { readonly field?: string; readonly reason: string }, options: ErrorOptions = {}) =>
  new UpstreamError('unprocessable', 'the answer cannot be used', { ...at, ...options })

/**
 * What a provider gave, as its contract says it, its texts bounded and cleaned: the one place where anything of a source becomes a record.
 *
 * @throws UpstreamError `unprocessable`, with the field and the reason.
 */
export function readRecord({ output, longestText }: ProviderOperation, raw: unknown): Parsed {
  const refuse = (reason: string, path: readonly PropertyKey[]) => unusable({ ...fieldOf(output, path), reason })
  return new RecordTexts(refuse, longestText).clean(parseRecord(output, raw)) as Parsed
}

/** The same of a fixture, whose texts are our own. */
export function parseRecord(output: z.ZodObject, raw: unknown): Parsed {
  const parsed = output.safeParse(raw)
  if (!parsed.success) throw misfit(output, parsed.error)
  return parsed.data
}

function misfit(output: z.ZodObject, error: z.ZodError): UpstreamError {
  const [issue] = error.issues
  if (!issue) return unusable({ reason: 'invalid' }, { cause: error })
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return unusable({ ...fieldOf(output, issue.path), reason: missing ? 'missing' : issue.code }, { cause: error })
}

/** Where, by the names that the contract knows: a key that a source chose may be an identity number. */
function fieldOf(output: z.ZodObject, path: readonly PropertyKey[]): { readonly field?: string } {
  if (path.length === 0) return {}
  const known = new Set<string>()
  collectNames(output, known, new Set())
  const name = (part: PropertyKey) => (typeof part === 'number' || known.has(String(part)) ? String(part) : '*')
  return { field: path.map(name).join('.') }
}

/** The names of all objects within a schema, which may hold itself. */
function collectNames(value: unknown, names: Set<string>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const parts = '_zod' in value ? (value as z.ZodType)._zod.def : value
  if ('_zod' in value && 'shape' in parts) for (const name of Object.keys(parts.shape as object)) names.add(name)
  for (const [name, part] of Object.entries(parts)) if (name !== 'checks') collectNames(part, names, seen)
}
