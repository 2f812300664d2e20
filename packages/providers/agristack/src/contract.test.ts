import { describe, expect, it } from 'vitest'
import { Farmer, FarmerId } from './contract.ts'
import { RAMKALI } from './fixtures.ts'
import { MaskedAadhaar } from './masked-aadhaar.ts'
import { StateCode, stateName } from './states.ts'

describe('an Aadhaar number of a record', () => {
  it.each(['234123412346', '2341 2341 2346', 'xxxxxxxx2346', '********2346', 'XXXX XXXX 2346', ' XXXX XXXX 2346 '])(
    'given as %s is shown by its last four digits',
    (given) => {
      expect(MaskedAadhaar.parse(given)).toBe('XXXX XXXX 2346')
    },
  )
  it.each(['', 'XXXX XXXX', '2346XXXXXXXX', 42])('given as %s cannot be used', (given) => {
    expect(MaskedAadhaar.safeParse(given).success).toBe(false)
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
