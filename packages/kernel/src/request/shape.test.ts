import { Aadhaar, BirthDay, Pan } from '@parakh/core/formats'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { shapeOf } from './shape.ts'

const Request = z.strictObject({
  pan: Pan,
  aadhaar: Aadhaar.nullable(),
  born: BirthDay.optional(),
  nested: z.array(z.object({ day: BirthDay })).default([]),
  kind: z.enum(['a', 'b']),
})

describe('shapeOf', () => {
  it('leaves out checks and nothing else', () => {
    const shape = shapeOf(Request)
    const impossible = {
      pan: 'aaapr0000a',
      aadhaar: '000000000001',
      born: '1990-13-45',
      nested: [{ day: '0000-00-00' }],
      kind: 'a',
    }
    expect(Request.safeParse(impossible).success).toBe(false)
    expect(shape.parse(impossible).pan).toBe('AAAPR0000A')
    for (const wrong of [
      { pan: 'x' },
      { aadhaar: '1' },
      { born: 'x' },
      { kind: 'c' },
      { nested: [{ day: 1 }] },
      { more: 1 },
    ])
      expect(shape.safeParse({ ...impossible, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  })
  it('is what JSON Schema publishes', () => {
    expect(z.toJSONSchema(shapeOf(Request), { io: 'input' })).toEqual(z.toJSONSchema(Request, { io: 'input' }))
  })
})
