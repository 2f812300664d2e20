import { expect, it } from 'vitest'
import * as z from 'zod'
import { textInput } from './text-input.ts'

const Input = z.object({
  limit: z.int().default(100),
  stuck: z.boolean().exactOptional(),
  share: z.number().nullable(),
  amount: z.union([z.string(), z.number()]).transform(String),
  level: z.union([z.int(), z.literal('all')]),
  of: z.union([z.array(z.string()), z.literal('all')]),
  grade: z.literal([1, 2]),
  ids: z.array(z.int()).optional(),
  name: z.string(),
  kind: z.enum(['a', 'b']),
})

it('texts are read as the schema of the input says', () => {
  const given = {
    limit: '20',
    stuck: 'true',
    share: '0.5',
    amount: '5.50',
    level: '3',
    grade: '2',
    ids: '1, 2',
    name: '12',
    kind: 'a',
  }
  expect(textInput(Input, given)).toEqual({
    ...{ limit: 20, stuck: true, share: 0.5, amount: '5.50', level: 3, grade: 2, ids: [1, 2], name: '12', kind: 'a' },
  })
  expect(textInput(Input, { level: 'all', ids: ['3', '4'] })).toEqual({ level: 'all', ids: [3, 4] })
  expect(textInput(Input, { of: 'all' })).toEqual({ of: 'all' })
  expect(textInput(Input, { of: 'a, b' })).toEqual({ of: ['a', 'b'] })
})

it('what cannot be read stays, so that the schema refuses it by its field', () => {
  const given = { limit: 'many', stuck: 'yes', share: '1e400', grade: '3', other: '1', limits: '0x10' }
  expect(textInput(Input, given)).toEqual(given)
})
