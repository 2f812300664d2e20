import { describe, expect, it } from 'vitest'
import { Farmer, FarmerId } from './contract.ts'
import { RAMKALI } from './fixtures.ts'
import { StateCode, stateName } from './states.ts'

describe('a farmer', () => {
  const { farmer_id, state_code, farmer_name } = RAMKALI
  const least = { farmer_id, state_code, farmer_name, land_records: [{ khasra_no: '342' }] }
  const { aadhaar: _, ...nulls } = Object.fromEntries(Object.keys(Farmer.shape).map((name) => [name, null]))
  const nothing = { village: null, khata_no: null, area_hectare: null, share: null }
  const places = (record: object) => Farmer.safeParse(record).error?.issues.map(({ path }) => path.join('.'))

  it.each([
    ['left out', {}, {}],
    ['null', { ...nulls, aadhaar: null }, nothing],
  ])('may have %s whatever the register lacks', (_, lacking, ofLand) => {
    const land_records = [{ khasra_no: '342', ...ofLand }]
    expect(Farmer.parse({ ...lacking, ...least, land_records })).toEqual({
      ...{ ...nulls, aadhaar: null, ...least },
      land_records: [{ khasra_no: '342', ...nothing }],
    })
  })
  it('may have no land, which the source has to say', () => {
    expect(Farmer.parse({ ...least, land_records: [] }).land_records).toEqual([])
    for (const land_records of [undefined, null]) expect(places({ ...least, land_records })).toEqual(['land_records'])
  })
  it.each([undefined, null, '', ' '])('has a name and parcels with a number, not %j', (value) => {
    expect(places({ ...least, farmer_name: value })).toEqual(['farmer_name'])
    expect(places({ ...least, land_records: [{ khasra_no: value }] })).toEqual(['land_records.0.khasra_no'])
  })
})

describe('a farmer id', () => {
  it.each([
    ['00000000011', '00000000011'],
    [' fid0102000012345 ', 'FID0102000012345'],
    // 12 digits, but the check digit of no Aadhaar number.
    ['234123412347', '234123412347'],
  ])('%s is taken as %s', (given, id) => {
    expect(FarmerId.parse(given)).toBe(id)
  })
  it.each(['12345', '1'.repeat(21), 'UP-0001234', '', 42])('%s is refused', (given) => {
    expect(FarmerId.safeParse(given).success).toBe(false)
  })
  it('is never an Aadhaar number: it would be answered whole', () => {
    const issues = FarmerId.safeParse('234123412346').error?.issues
    expect(issues?.map(({ message }) => message)).toEqual([
      'is an Aadhaar number, not a farmer id: send it as aadhaar_no',
    ])
    expect(Farmer.safeParse({ ...RAMKALI, farmer_id: '234123412346' }).success).toBe(false)
  })
})

describe('the code of a state', () => {
  it('has a name', () => {
    expect(StateCode.parse(' up ')).toBe('UP')
    expect(['UP', 'MH', 'DH'].map(stateName)).toEqual([
      'Uttar Pradesh',
      'Maharashtra',
      'Dadra and Nagar Haveli and Daman and Diu',
    ])
  })
  it.each(['', 'U', 'XX', 'UPP', '09', 'Uttar Pradesh'])('%s is refused, and the allowed ones are named', (code) => {
    const issues = StateCode.safeParse(code).error?.issues ?? []
    expect(issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^must be the code of a state: AN, .*WB$/),
    ])
  })
})
