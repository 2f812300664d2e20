import * as z from 'zod'
import { AdminFault, type FieldFaults, notFound } from './admin-fault.ts'

const faultsOf = ({ issues }: z.ZodError): FieldFaults => {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    // A key that is not known is named itself: the issue stands at the object that has it.
    const names = issue.code === 'unrecognized_keys' ? issue.keys : ['']
    for (const name of names) {
      const place = [...issue.path, ...(name === '' ? [] : [name])].map(String).join('.')
      fields[place] ??= issue.code === 'unrecognized_keys' ? 'is not a field of this request' : issue.message
    }
  }
  return fields
}

/**
 * Reads a query or a body. Unknown fields are refused.
 *
 * @throws AdminFault 422 `VALIDATION_FAILED` with each field.
 */
export function parsePart<S extends z.ZodObject>(schema: S, raw: unknown): z.output<S> {
  const parsed = z.safeParse(schema.strict(), raw)
  if (parsed.success) return parsed.data as z.output<S>
  throw new AdminFault({
    status: 422,
    code: 'VALIDATION_FAILED',
    message: 'Some fields are not valid',
    fields: faultsOf(parsed.error),
  })
}

/**
 * Reads the ids of a path. One that cannot be an id belongs to nothing.
 *
 * @throws AdminFault 404
 */
export function parsePath<S extends z.ZodObject>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw notFound()
  return parsed.data
}
