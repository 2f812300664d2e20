import { Identifier } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { LocalDateTime, Mapping } from './contract.ts'
import { mappingOf } from './fixtures.ts'

const MAPPING = { ...mappingOf('000000000001'), aadhaar: '234123412346' }

describe('a record of the mapper', () => {
  it.each([
    { local_name: null, mobile: null },
    { local_name: undefined, mobile: undefined },
  ])('may lack the name in the local script and the mobile number: %j', (lacking) => {
    expect(Mapping.parse({ ...MAPPING, ...lacking })).toMatchObject({ name: 'ASHA RAO', local_name: '', mobile: '' })
  })
  it.each(['bank', 'status', 'name', 'updated', 'aadhaar'])('is none without %s', (field) => {
    for (const empty of ['', ' ', null, undefined])
      expect(Mapping.safeParse({ ...MAPPING, [field]: empty }).success).toBe(false)
  })
  it('is none with a masked number, which cannot be compared with the one asked about', () => {
    expect(Identifier.text(Mapping.parse(MAPPING).aadhaar)).toBe('234123412346')
    expect(Mapping.safeParse({ ...MAPPING, aadhaar: 'XXXX XXXX 2346' }).success).toBe(false)
  })
})

describe('a time of the mapper', () => {
  it.each(['2024-03-09T11:42:07', '2024-02-29T23:59:59.123'])('is taken as %s', (text) => {
    expect(LocalDateTime.safeParse(text).success).toBe(true)
  })
  it.each([
    '2024-03-09T11:42:07Z',
    '2024-03-09T11:42:07+05:30',
    '2024-03-09 11:42:07',
    '2023-02-29T00:00:00',
    '2024-03-09T24:00:00',
  ])('is refused as %s', (text) => {
    expect(LocalDateTime.safeParse(text).success).toBe(false)
  })
})
