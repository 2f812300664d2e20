import type * as z from 'zod'

/** A property of a JSON Schema. */
export type Property = z.core.JSONSchema.BaseSchema

/** How a field is typed: a flag without a value, a choice of texts, a list, or pairs of texts such as `kind=reference`. */
export type FieldKind =
  | { readonly is: 'text' | 'number' | 'flag' | 'list' }
  | { readonly is: 'choice'; readonly choices: readonly string[] }
  | { readonly is: 'pairs'; readonly of: readonly [string, string] }

/** The kind of a field, by its schema; of several forms, a list or else the first that is not null. */
export function kindOf(property: Property): FieldKind {
  const forms = (property.anyOf ?? property.oneOf ?? []).filter(({ type }) => type !== 'null')
  if (forms.length > 0) return kindOf(forms.find(({ type }) => type === 'array') ?? forms[0] ?? {})
  const { type, enum: choices } = property
  if (choices?.every((choice): choice is string => typeof choice === 'string')) return { is: 'choice', choices }
  if (type === 'boolean') return { is: 'flag' }
  if (type === 'array') return listOf(property.items)
  return { is: type === 'number' || type === 'integer' ? 'number' : 'text' }
}

function listOf(items: Property['items']): FieldKind {
  const element = typeof items === 'object' && !Array.isArray(items) ? items : {}
  const [first, second] = Object.keys((element as Property).properties ?? {})
  return first !== undefined && second !== undefined ? { is: 'pairs', of: [first, second] } : { is: 'list' }
}
