import { type ConfigurationFault, didYouMean, issueText } from '@parakh/core'
import type * as z from 'zod'
import { serverErrors } from '../error-codes.ts'
import { keysOf } from './schema-keys.ts'

type Issue = z.core.$ZodIssue

const list = (values: readonly unknown[]): string => values.map(String).join(', ')

/** Joins the segments of a path with dots. */
export const joinPath = (...steps: readonly PropertyKey[]): string => steps.map(String).filter(Boolean).join('.')

/** The message for a zod issue, with what is allowed. */
function describe(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type': {
      // An issue does not carry its input: only its message distinguishes a missing value from one of a wrong type.
      const isMissing = issue.message.endsWith('received undefined')
      const type = issueText({ ...issue, message: isMissing ? DEFAULT_MESSAGE : issue.message })
      return isMissing ? `is missing: it ${type}` : type
    }
    case 'invalid_value':
      return `is wrong. Allowed: ${list(issue.values)}`
    case 'too_small':
      if (issue.origin === 'string') return `is too short. Allowed: at least ${issue.minimum} characters`
      return `is too small. Allowed: ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `is too long. Allowed: at most ${issue.maximum} characters`
      return `is too big. Allowed: ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    default:
      return issueText(issue)
  }
}

/** The message for a key that belongs to another alternative of a union than the other keys. */
const OF_ANOTHER_FORM = 'does not go with the keys beside it. Allowed: it without them, or them without it'
/** zod's own message for a value of a wrong type, or in no form of a union. */
const DEFAULT_MESSAGE = 'Invalid input'

/** The issues of the union's alternative that matches the value best. */
function nearest(issue: Extract<Issue, { code: 'invalid_union' }>): readonly Issue[] {
  const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length))
  const ranked = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)
  return ranked[0] ?? []
}

/**
 * Turns the issues of a schema into configuration faults.
 *
 * @param schema The schema, whose keys are allowed.
 * @param issues The issues of zod.
 * @param path The value's path in the configuration.
 */
export function schemaFaults(schema: z.ZodType, issues: readonly Issue[], path: string): ConfigurationFault[] {
  return issues.flatMap((issue): ConfigurationFault[] => {
    if (issue.code === 'unrecognized_keys') {
      const allowed = keysOf(schema, issue.path)
      return issue.keys.map((key) => {
        const at = joinPath(path, ...issue.path, key)
        if (allowed.includes(key)) return serverErrors.fault('INVALID_VALUE', at, { detail: OF_ANOTHER_FORM })
        return serverErrors.fault('UNKNOWN_KEY', at, {
          key,
          hint: didYouMean(key, allowed),
          allowed: list(allowed),
        })
      })
    }
    if (
      issue.code === 'invalid_union' &&
      issue.message === DEFAULT_MESSAGE &&
      issue.errors.some((errors) => errors.length > 0)
    ) {
      // Paths of these issues start at the union; make them start at the schema.
      const within = nearest(issue).map((one) => ({ ...one, path: [...issue.path, ...one.path] }))
      return schemaFaults(schema, within, path)
    }
    return [serverErrors.fault('INVALID_VALUE', joinPath(path, ...issue.path), { detail: describe(issue) })]
  })
}
