import { Identifier } from '@parakh/core'

const isIdentifier = (value: unknown): value is Identifier =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'identifier'

/** Plain JSON of a parsed request: fields in order, identity numbers whole. It is hashed or encrypted, never shown. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(plain(value))
}

/** The same value with identity numbers as text and fields in order. */
export function plain(value: unknown): unknown {
  if (isIdentifier(value)) return Identifier.text(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return Object.fromEntries(entries.map(([name, field]) => [name, plain(field)]))
}
