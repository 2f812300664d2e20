import type * as z from 'zod'

type Definition = z.core.$ZodTypeDef & Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value

/** A check of `refine` or `check`, which JSON Schema cannot express. */
const isCustom = (check: unknown): boolean => {
  const definition = (check as { _zod?: { def?: { check?: string } } })._zod?.def
  return definition?.check === 'custom'
}

function strip(value: unknown): unknown {
  if (isSchema(value)) return shapeOf(value)
  if (Array.isArray(value)) return value.map(strip)
  if (typeof value !== 'object' || value === null) return value
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, strip(part)]))
}

/**
 * A schema without its checks (`refine`), as JSON Schema publishes it. Exact catalogue values of the sandbox are parsed by it
 * (decisions.md section 6).
 */
export function shapeOf<S extends z.ZodType>(schema: S): S {
  const definition = schema._zod.def as Definition
  const parts = Object.entries(definition).map(([name, part]) => {
    if (name === 'checks') return [name, (part as readonly unknown[] | undefined)?.filter((check) => !isCustom(check))]
    return [name, name === 'type' || name === 'transform' ? part : strip(part)]
  })
  const shape = schema.clone(Object.fromEntries(parts) as never) as S
  const meta = schema.meta()
  return meta ? (shape.meta(meta) as S) : shape
}
