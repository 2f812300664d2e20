import { defineDocument } from '@parakh/core'
import { NOT_RECORDED, printedDay, type SheetFields, sheetDay, sheetPart, sheetText } from '@parakh/core/formats'
import { Registration, type RegistrationRecord } from './contract.ts'

const tax = (value: string | null): string => (value === 'LTT' ? 'Lifetime' : sheetDay(value))
const measure = (value: number | null, unit = ''): string =>
  value === null ? NOT_RECORDED : `${value} ${unit}`.trimEnd()

/** The four digits of a number: at its end, in the Bharat series before the letters. */
export const registrationDigits = (number: string): string => number.match(/[0-9]{4}(?=[A-Z]*$)/)?.[0] ?? ''

const registration = (record: RegistrationRecord): SheetFields => [
  ['Registration number', record.rc_number],
  ['Date of registration', printedDay(record.registration_date)],
  ['Registration valid up to', sheetDay(record.registration_upto)],
  ['Registering authority', sheetText(record.reg_authority)],
  ['Status', sheetText(record.rc_status)],
]

const owner = (record: RegistrationRecord): SheetFields => [
  ['Name', record.owner_name],
  ['Son, daughter or wife of', sheetText(record.father_name)],
  ['Ownership serial', measure(record.owner_serial)],
  ['Address', sheetText(record.present_address)],
]

const vehicle = (record: RegistrationRecord): SheetFields => [
  ['Vehicle class', record.vehicle_class],
  ['Maker', sheetText(record.maker)],
  ['Model', record.maker_model],
  ['Body type', sheetText(record.body_type)],
  ['Colour', sheetText(record.colour)],
  ['Fuel', record.fuel_type],
  ['Emission norms', sheetText(record.norms)],
  ['Chassis number', sheetText(record.chassis_number)],
  ['Engine or motor number', sheetText(record.engine_number)],
  ['Cubic capacity', measure(record.cubic_capacity, 'cc')],
  ['Seating capacity', measure(record.seat_capacity)],
  ['Unladen weight', measure(record.unladen_weight, 'kg')],
]

const validity = (record: RegistrationRecord): SheetFields => [
  ['Fitness valid up to', sheetDay(record.fitness_upto)],
  ['Tax paid up to', tax(record.tax_upto)],
  ['Insurance company', sheetText(record.insurance_company)],
  ['Insurance valid up to', sheetDay(record.insurance_valid_upto)],
  ['Pollution certificate (PUC) valid up to', sheetDay(record.puc_valid_upto)],
]

const endorsements = (record: RegistrationRecord): SheetFields => [
  ['Hypothecated to', sheetText(record.financer)],
  ['Blacklist status', sheetText(record.blacklist_status)],
]

/**
 * The registration certificate of a vehicle, in the order of the printed one: registration, owner, vehicle, validity,
 * endorsements. Every field has its place, so that two certificates can be laid side by side. The file is named by the last four
 * digits of the number: a name travels further than the document.
 */
export const Certificate = defineDocument('rc.certificate', {
  record: Registration,
  title: 'Registration certificate',
  fileName: (record) => `registration-certificate-${registrationDigits(record.rc_number)}.pdf`,
  blocks: (record) => [
    ...sheetPart('Registration', { fields: registration(record) }),
    ...sheetPart('Owner', { fields: owner(record) }),
    ...sheetPart('Vehicle', { fields: vehicle(record) }),
    ...sheetPart('Fitness, tax, insurance and pollution', { fields: validity(record) }),
    ...sheetPart('Endorsements', { fields: endorsements(record) }),
    { note: 'Printed from the record of the registering authority. Chassis and engine number are shown in part.' },
  ],
})
