import { DescribedDocument } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { DrivingLicence } from './contract.ts'
import { CAR_AND_MOTORCYCLE, OLDER_FORMAT } from './fixtures/licences.ts'
import { LicenceCard } from './licence-card.ts'

const { blocks, fileName, title } = LicenceCard.definition
const record = DrivingLicence.parse(CAR_AND_MOTORCYCLE)

describe('the card of a licence', () => {
  it('has number, holder, status and validity in front, address and dated classes on its back', () => {
    expect(blocks(record)[0]).toEqual({
      card: {
        front: [
          ['Licence number', 'XX0020150000001'],
          ['Name', 'ASHA RAO'],
          ['Son, daughter or wife of', 'VIKRAM RAO'],
          ['Date of birth', '15 Jan 1990'],
          ['Status', 'ACTIVE'],
          ['Valid up to, non-transport', '21 Jun 2035'],
          ['Valid up to, transport', ''],
          ['Date of first issue', '22 Jun 2015'],
          ['Blood group', 'B+'],
        ],
        back: [
          ['Permanent address', 'FLAT 12, LAKE VIEW APARTMENTS, BANER ROAD, PUNE, MAHARASHTRA 011045'],
          ['Classes of vehicle', 'MCWG (22 Jun 2015), LMV (03 Nov 2017)'],
          ['Issued by', 'RTO PUNE, MAHARASHTRA'],
          ['State', 'MAHARASHTRA'],
          ['Gender', 'Female'],
        ],
      },
    })
  })

  it('leaves out what the source does not know, and still names every class', () => {
    const older = DrivingLicence.parse({ ...OLDER_FORMAT, cov_details: [], gender: null, state: null })
    const described = DescribedDocument.parse({ title, fileName: fileName(older), blocks: blocks(older) })
    const texts = JSON.stringify(described)
    for (const code of older.vehicle_classes) expect(texts).toContain(code)
    expect(texts).not.toMatch(/null|Not recorded/)
  })

  it('says that it is a record and not the licence, and is named by the end of the number', () => {
    expect(title).toBe('Driving licence record')
    expect(JSON.stringify(blocks(record))).toContain('this print does not replace it')
    expect(fileName(record)).toBe('driving-licence-card-0001.pdf')
  })
})
