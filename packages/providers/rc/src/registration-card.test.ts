import { DescribedDocument } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { Registration } from './contract.ts'
import { CAR, ELECTRIC_SCOOTER } from './fixtures/private-vehicles.ts'
import { RegistrationCard } from './registration-card.ts'

const { blocks, fileName, title } = RegistrationCard.definition
const fieldsOf = (vehicle: object): ReadonlyMap<string, string> => {
  const [block] = blocks(Registration.parse(vehicle))
  return new Map(block && 'card' in block ? [...block.card.front, ...block.card.back] : [])
}

describe('the card of a registration', () => {
  it('has the registration and its owner in front, the vehicle on its back', () => {
    const [block] = blocks(Registration.parse(CAR))
    const labels = block && 'card' in block && [block.card.front[0]?.[0], block.card.back[0]?.[0]]
    expect(labels).toEqual(['Registration number', 'Maker'])
    expect([...fieldsOf(CAR)]).toEqual(
      expect.arrayContaining([
        ['Owner', 'ASHA RAO'],
        ['Status', 'ACTIVE'],
        ['Date of registration', '18 Mar 2021'],
        ['Capacity', '1197 cc'],
        ['Chassis number', 'XXXXXXXXXXXX04512'],
      ]),
    )
  })

  it('leaves out what the source does not know', () => {
    const known = fieldsOf({ ...ELECTRIC_SCOOTER, fitness_upto: null, rc_status: null, seat_capacity: null })
    for (const label of ['Capacity', 'Fitness up to', 'Status', 'Seats']) expect(known.get(label)).toBe('')
  })

  it('says that it is a record and not the certificate, and is named by the digits of the number', () => {
    const car = Registration.parse(CAR)
    const described = DescribedDocument.parse({ title, fileName: fileName(car), blocks: blocks(car) })
    expect(JSON.stringify(described)).toContain('this print does not replace it')
    expect(described).toMatchObject({ title: 'Registration record', fileName: 'registration-card-0001.pdf' })
  })
})
