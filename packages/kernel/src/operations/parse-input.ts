import { invalidInput, issueText, unknownFieldName } from '@parakh/core'
import * as z from 'zod'

const faultsOf = ({ issues }: z.ZodError): Readonly<Record<string, string>> => {
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

/** Whether any name or text contains a NUL, which PostgreSQL cannot store. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, item]) => name.includes('\0') || hasNul(item))
}

/** Refuses texts that a database cannot look up. @throws `VALIDATION_FAILED` */
export function refuseNul(input: object): void {
  const [field] = Object.entries(input).find(([name, value]) => name.includes('\0') || hasNul(value)) ?? []
  if (field !== undefined)
    throw invalidInput({ [unknownFieldName(field.replaceAll('\0', ''))]: 'must not have a NUL character' })
}

/** Parses an input; unknown fields are refused. @throws `VALIDATION_FAILED` with each invalid field. */
export async function parseInput(schema: z.ZodObject, given: unknown): Promise<Readonly<Record<string, unknown>>> {
  const parsed = await schema.strict().safeParseAsync(given)
  if (parsed.success) return parsed.data
  throw invalidInput(faultsOf(parsed.error))
}

/** The schema of some fields of an input. */
export const fieldsOf = ({ shape }: z.ZodObject, names: readonly string[]): z.ZodObject =>
  z.object(Object.fromEntries(names.flatMap((name) => (shape[name] ? [[name, shape[name]] as const] : []))))
