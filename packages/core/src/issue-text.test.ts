import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { issueText } from './issue-text.ts'

const textsOf = (schema: z.ZodType, value: unknown): readonly string[] =>
  schema.safeParse(value).error?.issues.map(issueText) ?? []

describe('what is wrong with a value', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.int().min(1), 0, 'must be at least 1'],
    [z.number().gt(1), 1, 'must be more than 1'],
    [z.number().max(5), 6, 'must be at most 5'],
    [z.number().lt(5), 5, 'must be less than 5'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3), 'ab', 'must have at least 3 characters'],
    [z.string().max(1), 'ab', 'must have at most 1 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entries'],
    [z.string(), undefined, 'is required'],
    [z.string(), 7, 'must be text'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), 'a', 'must be a list'],
    [z.object({}), [], 'must be an object'],
    [z.bigint(), 'a', 'is of the wrong type'],
    [z.string().regex(/^[A-Z]+$/), 'a', 'must match /^[A-Z]+$/'],
    [z.string().regex(/^[A-Z]+$/, 'must be capitals'), 'a', 'must be capitals'],
    [z.email(), 'a', 'must be an e-mail address'],
    [z.url(), 'a', 'must be an address such as https://api.acme.example'],
    [z.iso.date(), 'a', 'must be a day, YYYY-MM-DD'],
    [z.uuid(), 'a', 'must be of the format uuid'],
    [z.number().multipleOf(5), 6, 'must be a multiple of 5'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    [z.literal('Y'), 'N', 'must be Y'],
    [z.union([z.literal(1), z.string().min(2)]), true, 'is in none of the forms that are allowed'],
    [
      z.discriminatedUnion('a', [z.object({ a: z.literal('x') }), z.object({ a: z.literal('y') })]),
      { a: 1 },
      'must be one of x, y',
    ],
    [z.strictObject({}), { more: 1 }, 'is not a known field'],
    [z.string().refine(() => false), 'a', 'is not allowed'],
    [z.string().refine(() => false, 'must be another'), 'a', 'must be another'],
  ])('is said in our words', (schema, value, text) => {
    expect(textsOf(schema, value)).toEqual([text])
  })
})
