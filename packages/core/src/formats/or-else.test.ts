import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { orElse } from './index.ts'

const Tenant = z.object({
  floor: orElse(z.string(), '').describe('Empty if there is none'),
  paid: orElse(z.number().min(0), 0),
  keys: orElse(z.array(z.object({ number: z.string(), spare: orElse(z.boolean(), false) })), []),
})

describe('what a register may lack', () => {
  it.each([{}, { floor: null, paid: null, keys: null }])('is the fallback, given %j', (given) => {
    expect(Tenant.parse(given)).toEqual({ floor: '', paid: 0, keys: [] })
  })
  it('is the value of the register, if it has one', () => {
    const tenant = { floor: '2', paid: 7.5, keys: [{ number: '14', spare: null }] }
    expect(Tenant.parse(tenant)).toEqual({ ...tenant, keys: [{ number: '14', spare: false }] })
  })
  it.each([{ floor: 2 }, { paid: -1 }, { keys: [null] }])('must fit all the same: %j', (given) => {
    expect(Tenant.safeParse(given).success).toBe(false)
  })
  it('is published as required in answers and optional in requests', () => {
    const published = (io: 'input' | 'output') => z.toJSONSchema(Tenant, { io })
    expect(published('output')).toMatchObject({
      required: ['floor', 'paid', 'keys'],
      properties: { floor: { type: 'string', description: 'Empty if there is none' } },
    })
    expect(published('input')).not.toHaveProperty('required')
  })
})
