import type * as z from 'zod'

type Issue = z.core.$ZodIssue
type Bound = Extract<Issue, { code: 'too_small' | 'too_big' }>

/** The beginnings of zod's own messages. A message that a schema defines itself is kept. */
const OF_THE_LIBRARY = /^(Invalid |Too (small|big): |Unrecognized key|Expected )/

const TYPES: Readonly<Record<string, string>> = {
  array: 'must be a list',
  boolean: 'must be true or false',
  date: 'must be a date',
  int: 'must be a whole number',
  number: 'must be a number',
  object: 'must be an object',
  record: 'must be an object',
  string: 'must be text',
}
const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a day, YYYY-MM-DD',
  datetime: 'must be a time of ISO 8601, such as 2026-11-23T10:00:00Z',
  email: 'must be an e-mail address',
  url: 'must be an address such as https://api.acme.example',
}
const COUNTED: Readonly<Record<string, string>> = {
  array: 'entries',
  map: 'entries',
  set: 'entries',
  string: 'characters',
}

function boundText(issue: Bound): string {
  const least = issue.code === 'too_small'
  const bound = least ? issue.minimum : issue.maximum
  const counted = COUNTED[issue.origin]
  if (counted === undefined) {
    if (issue.inclusive === false) return `must be ${least ? 'more' : 'less'} than ${bound}`
    return `must be at ${least ? 'least' : 'most'} ${bound}`
  }
  if (least && bound === 1) return 'must not be empty'
  return `must have at ${least ? 'least' : 'most'} ${bound} ${counted}`
}

/**
 * The message for an invalid value: zod's own messages never reach a user. No message repeats the value.
 *
 * @param issue One of a failed parse.
 * @example
 * issueText(z.int().min(1).safeParse(0).error.issues[0]) // 'must be at least 1'
 */
export function issueText(issue: Issue): string {
  const { message } = issue
  // An issue does not carry its input: only its message distinguishes a missing value from one of a wrong type.
  if (issue.code === 'invalid_type' && message.endsWith('received undefined')) return 'is required'
  if (!OF_THE_LIBRARY.test(message)) return message
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? 'is of the wrong type'
    case 'too_small':
    case 'too_big':
      return boundText(issue)
    case 'invalid_format':
      if (issue.format === 'regex') return `must match ${issue.pattern ?? 'its pattern'}`
      return FORMATS[issue.format] ?? `must be of the format ${issue.format}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'is not a known field'
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      if ('options' in issue) return `must be one of ${issue.options.map(String).join(', ')}`
      return 'is in none of the forms that are allowed'
    default:
      return 'is not allowed'
  }
}
