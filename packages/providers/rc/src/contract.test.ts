import { describe, expect, it } from 'vitest'
import { Registration } from './contract.ts'
import { CAR } from './fixtures/private-vehicles.ts'

const { rc_number, owner_name, registration_date, maker_model, vehicle_class, fuel_type } = CAR
const least = { rc_number, owner_name, registration_date, maker_model, vehicle_class, fuel_type }
const nulls = Object.fromEntries(Object.keys(CAR).map((name) => [name, null]))

describe('a registration', () => {
  it.each([
    ['left out', {}],
    ['null', nulls],
  ])('may have %s whatever the register lacks', (_, lacking) => {
    expect(Registration.parse({ ...lacking, ...least })).toEqual({ ...nulls, ...least, blacklist_status: '' })
  })
  it.each(Object.keys(least).flatMap((field) => [undefined, null, '', '  '].map((value) => [field, value] as const)))(
    'is nothing that could be answered with %s = %j',
    (field, value) => {
      const issues = Registration.safeParse({ ...CAR, [field]: value }).error?.issues ?? []
      expect([...new Set(issues.map(({ path }) => path[0]))]).toEqual([field])
    },
  )
})
