import { describe, expect, it } from 'vitest'
import * as CHALLANS from '../fixtures/challans.ts'
import { vehicleChallan } from './vehicle-challan.ts'

const { request, fixtures } = vehicleChallan

describe('the request of vehicle-challan', () => {
  it.each([
    ['MH12AB1234', 'MH12AB1234'],
    ['mh 12-ab 1234', 'MH12AB1234'],
    ['DL1CAB1234', 'DL1CAB1234'],
    ['22bh1234aa', '22BH1234AA'],
  ])('takes %s as %s', (given, vehicle_number) => {
    expect(request.parse({ vehicle_number: given })).toEqual({ vehicle_number })
  })

  it('takes a chassis number, whole or its end, in any case', () => {
    const parsed = (chassis_number: string) => request.parse({ vehicle_number: 'MH12AB1234', chassis_number })
    expect(parsed(' ma3eyd81s00104512 ')).toMatchObject({ chassis_number: 'MA3EYD81S00104512' })
    expect(parsed('04512')).toMatchObject({ chassis_number: '04512' })
  })

  it.each([
    ['vehicle_number', 'MH12AB12345'],
    ['vehicle_number', '22BH1234IA'],
    ['vehicle_number', '1234'],
    ['vehicle_number', ''],
    ['vehicle_number', undefined],
    ['chassis_number', '4512'],
    ['chassis_number', 'A'.repeat(26)],
    ['chassis_number', 'MA3EYD81S0010451*'],
    ['chassis_number', ''],
  ])('refuses %s = %s, and names the field', (field, value) => {
    const parsed = request.safeParse({ vehicle_number: 'MH12AB1234', [field]: value })
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(field)
  })
})

describe('the vehicles of the sandbox', () => {
  it('cannot exist', () => {
    const text = JSON.stringify(fixtures)
    const plates = [...text.matchAll(/"vehicle_number":"([^"]+)"/g)].map(([, plate]) => plate)
    const challans = [...text.matchAll(/"challan_no":"([^"]+)"/g)].map(([, number]) => number)
    expect(plates.length).toBeGreaterThan(10)
    expect(challans.length).toBeGreaterThan(5)
    expect([...plates, ...challans].filter((number) => !number?.startsWith('XX00'))).toEqual([])
  })
  it('have challans whose penalties add up', () => {
    const challans = Object.values(CHALLANS)
    expect(challans.length).toBeGreaterThan(5)
    for (const { amount, offences } of challans)
      expect(offences.reduce((sum, { penalty }) => sum + (penalty ?? 0), 0)).toBe(amount)
  })
})
