import { defineDocument } from '@parakh/core'
import { printedDay, type SheetFields } from '@parakh/core/formats'
import { registrationDigits } from './certificate.ts'
import { Registration, type RegistrationRecord } from './contract.ts'

/** An empty value is a dash: a card has no room for words that say it. */
const day = (value: string | null): string => (value === null ? '' : printedDay(value))
const measure = (value: number | null, unit = ''): string => (value === null ? '' : `${value} ${unit}`.trimEnd())

const front = (record: RegistrationRecord): SheetFields => [
  ['Registration number', record.rc_number],
  ['Owner', record.owner_name],
  ['Son, daughter or wife of', record.father_name ?? ''],
  ['Date of registration', day(record.registration_date)],
  ['Status', record.rc_status ?? ''],
  ['Valid up to', day(record.registration_upto)],
  ['Fitness up to', day(record.fitness_upto)],
  ['Address', record.present_address ?? ''],
  ['Registered at', record.reg_authority ?? ''],
]

const back = (record: RegistrationRecord): SheetFields => [
  ['Maker', record.maker ?? ''],
  ['Model', record.maker_model],
  ['Class', record.vehicle_class],
  ['Fuel', record.fuel_type],
  ['Norms', record.norms ?? ''],
  ['Colour', record.colour ?? ''],
  ['Capacity', measure(record.cubic_capacity, 'cc')],
  ['Chassis number', record.chassis_number ?? ''],
  ['Engine or motor number', record.engine_number ?? ''],
  ['Seats', measure(record.seat_capacity)],
  ['Unladen weight', measure(record.unladen_weight, 'kg')],
  ['Hypothecated to', record.financer ?? ''],
]

/** The registration of a vehicle as a card to be cut out. The certificate has every field. */
export const RegistrationCard = defineDocument('rc.card', {
  record: Registration,
  title: 'Registration record',
  fileName: (record) => `registration-card-${registrationDigits(record.rc_number)}.pdf`,
  blocks: (record) => [
    { card: { front: front(record), back: back(record) } },
    {
      note: 'Printed from the record of the registering authority. Chassis and engine number are shown in part. The certificate itself is the card that the authority issued; this print does not replace it.',
    },
  ],
})
