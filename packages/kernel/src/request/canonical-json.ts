import { Identifier } from '@parakh/core'

/** Whether a value is an `Identifier`, of any copy of core. */
export const isIdentifier = (value: unknown): value is Identifier =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'identifier'

/** Canonical JSON of a parsed request: fields in order, identity numbers complete. It is hashed or encrypted, never shown. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(plain(value))
}

/** The same value with identity numbers as text and fields in order. */
export function plain(value: unknown): unknown {
  if (isIdentifier(value)) return Identifier.text(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const sorted: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const field = (value as Readonly<Record<string, unknown>>)[name]
    if (field !== undefined) setOwn(sorted, name, plain(field))
  }
  return sorted
}

/** Sets a field of any name, also `__proto__`. */
export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true, configurable: true })
  else target[name] = value
}
