import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { StateCode, stateName } from './states.ts'

const codes = [...StateCode.values]

describe('the states of GST', () => {
  it.each([
    ['01', 'Jammu and Kashmir'],
    ['07', 'Delhi'],
    ['09', 'Uttar Pradesh'],
    ['27', 'Maharashtra'],
    ['29', 'Karnataka'],
    ['36', 'Telangana'],
    ['37', 'Andhra Pradesh'],
    ['38', 'Ladakh'],
    ['97', 'Other Territory'],
    ['99', 'Centre Jurisdiction'],
  ])('%s is %s', (code, name) => {
    expect(stateName(code)).toBe(name)
    expect(StateCode.parse(code)).toBe(code)
  })
  it.each(['00', '39', '96', '7', ''])('has no state %s', (code) => {
    expect(stateName(code)).toBeNull()
    expect(StateCode.safeParse(code).success).toBe(false)
  })
  it('are 01 to 38 without a gap, each with a name of its own, and two besides', () => {
    const numbered = Array.from({ length: 38 }, (_, place) => `${place + 1}`.padStart(2, '0'))
    expect(codes).toEqual([...numbered, '97', '99'])
    expect(new Set(codes.map(stateName)).size).toBe(40)
  })
  it('are published as the codes that are allowed', () => {
    expect(z.toJSONSchema(StateCode)).toMatchObject({ type: 'string', enum: codes })
  })
})
