import { issueText, unknownFieldName } from '@parakh/core'
import type * as z from 'zod'

type FieldErrors = Readonly<Record<string, readonly string[]>>

const WHOLE_REQUEST = 'request'

function messagesOf(
  issue: z.core.$ZodIssue,
  allowed: readonly string[],
): readonly (readonly [path: string, text: string])[] {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    const prefix = path === '' ? '' : `${path}.`
    const text = path === '' ? `is not a known field. Allowed: ${allowed.join(', ') || 'none'}` : 'is not a known field'
    return issue.keys.map((key) => [`${prefix}${unknownFieldName(key)}`, text] as const)
  }
  return [[path || WHOLE_REQUEST, issueText(issue)]]
}

/**
 * The messages of a failed parse, by field path (`recipient.pincode`). No message repeats the input.
 *
 * @param allowed The names of the request's fields.
 */
export function fieldErrors(
  error: { readonly issues: readonly z.core.$ZodIssue[] },
  allowed: readonly string[],
): FieldErrors {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues)
    for (const [path, text] of messagesOf(issue, allowed)) {
      const texts = Object.hasOwn(fields, path) ? fields[path] : undefined
      if (texts) texts.push(text)
      else Object.defineProperty(fields, path, { value: [text], enumerable: true, configurable: true, writable: true })
    }
  return fields
}
