import { type Block, defineDocument } from '@parakh/core'
import { Registration, type RegistrationRecord } from './contract.ts'
import { printedDay } from './printed-day.ts'

const NOT_RECORDED = 'Not recorded'

const text = (value: string | null): string => value?.trim() || NOT_RECORDED
const day = (value: string | null): string => (value === null ? NOT_RECORDED : printedDay(value))
const tax = (value: string | null): string => (value === 'LTT' ? 'Lifetime' : day(value))
const measure = (value: number | null, unit = ''): string =>
  value === null ? NOT_RECORDED : `${value} ${unit}`.trimEnd()

/** The four digits of a number: at its end, in the Bharat series before the letters. */
const digits = (number: string): string => number.match(/[0-9]{4}(?=[A-Z]*$)/)?.[0] ?? ''

type Fields = readonly (readonly [label: string, value: string])[]

const registration = (record: RegistrationRecord): Fields => [
  ['Registration number', record.rc_number],
  ['Date of registration', printedDay(record.registration_date)],
  ['Registration valid up to', day(record.registration_upto)],
  ['Registering authority', text(record.reg_authority)],
  ['Status', text(record.rc_status)],
]

const owner = (record: RegistrationRecord): Fields => [
  ['Name', record.owner_name],
  ['Son, daughter or wife of', text(record.father_name)],
  ['Ownership serial', measure(record.owner_serial)],
  ['Address', text(record.present_address)],
]

const vehicle = (record: RegistrationRecord): Fields => [
  ['Vehicle class', record.vehicle_class],
  ['Maker', text(record.maker)],
  ['Model', record.maker_model],
  ['Body type', text(record.body_type)],
  ['Colour', text(record.colour)],
  ['Fuel', record.fuel_type],
  ['Emission norms', text(record.norms)],
  ['Chassis number', text(record.chassis_number)],
  ['Engine or motor number', text(record.engine_number)],
  ['Cubic capacity', measure(record.cubic_capacity, 'cc')],
  ['Seating capacity', measure(record.seat_capacity)],
  ['Unladen weight', measure(record.unladen_weight, 'kg')],
]

const validity = (record: RegistrationRecord): Fields => [
  ['Fitness valid up to', day(record.fitness_upto)],
  ['Tax paid up to', tax(record.tax_upto)],
  ['Insurance company', text(record.insurance_company)],
  ['Insurance valid up to', day(record.insurance_valid_upto)],
  ['Pollution certificate (PUC) valid up to', day(record.puc_valid_upto)],
]

const endorsements = (record: RegistrationRecord): Fields => [
  ['Hypothecated to', text(record.financer)],
  ['Blacklist status', text(record.blacklist_status)],
]

const group = (heading: string, fields: Fields): readonly Block[] => [{ heading }, { fields }]

/**
 * The registration certificate of a vehicle, in the order of the printed one: registration, owner, vehicle, validity,
 * endorsements. Every field has its place, so that two certificates can be laid side by side. The file is named by the last four
 * digits of the number: a name travels further than the document.
 */
export const Certificate = defineDocument('rc.certificate', {
  record: Registration,
  title: 'Registration certificate',
  fileName: (record) => `registration-certificate-${digits(record.rc_number)}.pdf`,
  blocks: (record) => [
    ...group('Registration', registration(record)),
    ...group('Owner', owner(record)),
    ...group('Vehicle', vehicle(record)),
    ...group('Fitness, tax, insurance and pollution', validity(record)),
    ...group('Endorsements', endorsements(record)),
    { note: 'Printed from the record of the registering authority. Chassis and engine number are shown in part.' },
  ],
})
