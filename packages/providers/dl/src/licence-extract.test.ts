import type { Block } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { DrivingLicence } from './contract.ts'
import { CAR_AND_MOTORCYCLE, EXPIRED, OLDER_FORMAT, TRANSPORT } from './fixtures/licences.ts'
import { LicenceExtract } from './licence-extract.ts'

const { blocks, fileName, title } = LicenceExtract.definition
const drawn = (licence: object): readonly Block[] => blocks(DrivingLicence.parse(licence))

describe('the extract of a licence', () => {
  it('has four groups, each field in its place, and its days as a person reads them', () => {
    expect(title).toBe('Driving licence extract')
    expect(drawn(TRANSPORT)).toEqual([
      { heading: 'Licence' },
      {
        fields: [
          ['Licence number', 'XX0020060000002'],
          ['Status', 'ACTIVE'],
          ['Date of first issue', '14 Feb 2006'],
          ['Issued by', 'RTO ERNAKULAM, KERALA'],
          ['State', 'KERALA'],
        ],
      },
      { heading: 'Holder' },
      {
        fields: [
          ['Name', 'KABIR MENON'],
          ['Son, daughter or wife of', 'SURESH MENON'],
          ['Date of birth', '30 Nov 1984'],
          ['Gender', 'Male'],
          ['Blood group', 'O+'],
          ['Permanent address', 'HOUSE 7, TEMPLE STREET, THRIPUNITHURA, ERNAKULAM, KERALA 082301'],
        ],
      },
      { heading: 'Validity' },
      {
        table: {
          columns: ['Vehicles', 'Valid from', 'Valid up to'],
          rows: [
            ['Non-transport', '14 Feb 2006', '29 Nov 2034'],
            ['Transport', '01 Aug 2023', '31 Jul 2028'],
          ],
        },
      },
      { heading: 'Classes of vehicle' },
      {
        table: {
          columns: ['Class', 'Description', 'Category', 'Issued on'],
          rows: [
            ['MCWG', 'Motorcycle with gear', 'Non-transport', '14 Feb 2006'],
            ['LMV', 'Light motor vehicle', 'Non-transport', '14 Feb 2006'],
            ['TRANS', 'Transport vehicle', 'Transport', '27 Sep 2010'],
          ],
        },
      },
    ])
  })

  it('has the same fields of every licence, and says what the register does not know', () => {
    const labels = (licence: object) =>
      drawn(licence).flatMap((block) => ('fields' in block ? block.fields.map(([label]) => label) : []))
    for (const licence of [CAR_AND_MOTORCYCLE, EXPIRED, OLDER_FORMAT])
      expect(labels(licence)).toEqual(labels(TRANSPORT))
    const text = JSON.stringify(drawn(OLDER_FORMAT))
    expect(text).toContain('["Gender","Not recorded"]')
    expect(text).toContain('["Blood group","Not recorded"]')
    expect(text).toContain('["Non-transport","Not covered","Not covered"]')
    expect(text).toContain('["HGMV","Heavy goods motor vehicle","Not recorded","Not recorded"]')
  })

  it.each([
    ['whose classes are all of the other kind', { vehicle_classes: ['MCWG', 'LMV-NT'] }, 'Transport', 'Not covered'],
    ['whose details say the other kind', { cov_details: [{ cov: 'LMV', category: 'NT' }] }, 'Transport', 'Not covered'],
    ['for transport vehicles alone', { vehicle_classes: ['TRANS'] }, 'Non-transport', 'Not covered'],
    ['whose classes may be of both kinds', {}, 'Transport', 'Not recorded'],
    ['whose classes may be of both kinds', {}, 'Non-transport', 'Not recorded'],
    ['with a class of that kind', { vehicle_classes: ['MCWG', 'HGMV'] }, 'Transport', 'Not recorded'],
    ['with a class that nobody knows', { vehicle_classes: ['MCWG', 'ODD'] }, 'Transport', 'Not recorded'],
    [
      'with details of one class alone',
      { vehicle_classes: ['MCWG', 'LMV'], cov_details: [{ cov: 'MCWG', category: 'NT' }] },
      'Transport',
      'Not recorded',
    ],
  ])('says of a licence %s without days: %o, %s: %s', (_, known, kind, said) => {
    const { dl_number, name, dob, issuing_rto, status } = CAR_AND_MOTORCYCLE
    const licence = { dl_number, name, dob, issuing_rto, status, vehicle_classes: ['LMV'], ...known }
    const rows = drawn(licence).flatMap((block) => ('table' in block ? block.table.rows : []))
    expect(rows.find(([first]) => first === kind)).toEqual([kind, said, said])
  })

  it('lists every class once, those without details last, and names none that it does not know', () => {
    const licence = {
      ...CAR_AND_MOTORCYCLE,
      vehicle_classes: ['ODD', 'LMV'],
      cov_details: [{ cov: 'LMV', issue_date: null, category: null }],
    }
    expect(drawn(licence).at(-1)).toMatchObject({
      table: {
        rows: [
          ['LMV', 'Light motor vehicle', 'Not recorded', 'Not recorded'],
          ['ODD', 'Not recorded', 'Not recorded', 'Not recorded'],
        ],
      },
    })
  })

  it('shows no day of the wire format', () => {
    for (const licence of [CAR_AND_MOTORCYCLE, TRANSPORT, EXPIRED, OLDER_FORMAT])
      expect(JSON.stringify(drawn(licence))).not.toMatch(/[0-9]{4}-[0-9]{2}-[0-9]{2}/)
  })

  it('is named by the end of the number alone', () => {
    expect(fileName(DrivingLicence.parse(CAR_AND_MOTORCYCLE))).toBe('driving-licence-0001.pdf')
  })
})
