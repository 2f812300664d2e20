import { printedDay } from '@parakh/core/formats'
import { describe, expect, it } from 'vitest'
import { Certificate } from './certificate.ts'
import { Registration, type RegistrationRecord } from './contract.ts'
import { LORRY } from './fixtures/commercial-vehicle.ts'
import { BHARAT_SERIES_CAR, CAR, ELECTRIC_SCOOTER, MOTORCYCLE } from './fixtures/private-vehicles.ts'

const { blocks, fileName, title } = Certificate.definition
const everyone = [CAR, MOTORCYCLE, ELECTRIC_SCOOTER, BHARAT_SERIES_CAR, LORRY].map((given) => Registration.parse(given))
const car = Registration.parse(CAR)

const headings = (record: RegistrationRecord) =>
  blocks(record).flatMap((block) => ('heading' in block ? [block.heading] : []))
const fields = (record: RegistrationRecord) =>
  blocks(record).flatMap((block) => ('fields' in block ? [...block.fields] : []))
const shown = (record: RegistrationRecord) => Object.fromEntries(fields(record))

describe('the registration certificate', () => {
  it('has the groups of the printed one, in its order', () => {
    expect(title).toBe('Registration certificate')
    expect(headings(car)).toEqual([
      'Registration',
      'Owner',
      'Vehicle',
      'Fitness, tax, insurance and pollution',
      'Endorsements',
    ])
  })

  it('shows a record as people read it', () => {
    expect(fields(car)).toEqual([
      ['Registration number', 'XX00AA0001'],
      ['Date of registration', '18 Mar 2021'],
      ['Registration valid up to', '17 Mar 2036'],
      ['Registering authority', 'RTO PUNE, MAHARASHTRA'],
      ['Status', 'ACTIVE'],
      ['Name', 'ASHA RAO'],
      ['Son, daughter or wife of', 'VIKRAM RAO'],
      ['Ownership serial', '1'],
      ['Address', 'FLAT 12, LAKE VIEW APARTMENTS, BANER ROAD, PUNE, MAHARASHTRA 011045'],
      ['Vehicle class', 'Motor Car (LMV)'],
      ['Maker', 'MARUTI SUZUKI INDIA LIMITED'],
      ['Model', 'SWIFT VXI'],
      ['Body type', 'HATCHBACK'],
      ['Colour', 'PEARL ARCTIC WHITE'],
      ['Fuel', 'PETROL'],
      ['Emission norms', 'BHARAT STAGE VI'],
      ['Chassis number', 'XXXXXXXXXXXX04512'],
      ['Engine or motor number', 'XXXXXXX71093'],
      ['Cubic capacity', '1197 cc'],
      ['Seating capacity', '5'],
      ['Unladen weight', '875 kg'],
      ['Fitness valid up to', '17 Mar 2036'],
      ['Tax paid up to', 'Lifetime'],
      ['Insurance company', 'THE NEW INDIA ASSURANCE COMPANY LIMITED'],
      ['Insurance valid up to', '16 Mar 2027'],
      ['Pollution certificate (PUC) valid up to', '30 Sep 2026'],
      ['Hypothecated to', 'Not recorded'],
      ['Blacklist status', 'NOT BLACKLISTED'],
    ])
  })

  it('has a place for every field of the record', () => {
    const record = Registration.parse(MOTORCYCLE)
    const values = fields(record).map(([, value]) => value.replace(/ (cc|kg)$/, ''))
    const given = Object.values(record).map((value) =>
      /^\d{4}-\d{2}-\d{2}$/.test(`${value}`) ? printedDay(`${value}`) : `${value}`,
    )
    expect(values.sort()).toEqual(given.sort())
  })

  it.each(everyone)('has the same labels for $rc_number as for any other', (record) => {
    expect(fields(record).map(([label]) => label)).toEqual(fields(car).map(([label]) => label))
    expect(new Set(Object.keys(shown(record))).size).toBe(fields(record).length)
  })

  it.each(everyone)('of $rc_number has no empty field and no day of the wire', (record) => {
    for (const [, value] of fields(record)) {
      expect(value.trim()).not.toBe('')
      expect(value).not.toMatch(/\d{4}-\d{2}-\d{2}|null|undefined|NaN/)
    }
  })

  it('says of what nobody knows that it is not recorded', () => {
    const { rc_number, owner_name, registration_date, maker_model, vehicle_class, fuel_type } = car
    const record = Registration.parse({
      rc_number,
      owner_name,
      registration_date,
      maker_model,
      vehicle_class,
      fuel_type,
    })
    const known = ['Registration number', 'Date of registration', 'Name', 'Vehicle class', 'Model', 'Fuel']
    for (const [label, value] of fields(record))
      expect([label, value === 'Not recorded']).toEqual([label, !known.includes(label)])
  })

  it('shows the day up to which tax is paid where it is not paid for life', () => {
    expect(shown(Registration.parse(LORRY))['Tax paid up to']).toBe('31 Mar 2024')
  })

  it('says at its end whose record it shows', () => {
    expect(blocks(car).at(-1)).toEqual({ note: expect.stringMatching(/record of the registering authority/) })
  })

  it('has a file name with four digits of the number, and no more of it', () => {
    expect(everyone.map(fileName)).toEqual(
      ['0001', '0002', '0003', '0001', '0004'].map((digits) => `registration-certificate-${digits}.pdf`),
    )
  })
})
