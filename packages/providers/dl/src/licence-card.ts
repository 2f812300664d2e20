import { defineDocument } from '@parakh/core'
import { printedDay, type SheetFields, sheetGender } from '@parakh/core/formats'
import { DrivingLicence, type LicenceRecord } from './contract.ts'

/** An empty value is a dash: a card has no room for words that say it. */
const day = (value: string | null): string => (value === null ? '' : printedDay(value))

/** Every class with the day on which it was added, where that is known. */
function classes({ vehicle_classes, cov_details }: LicenceRecord): string {
  const dated = cov_details.map(({ cov, issue_date }) => (issue_date === null ? cov : `${cov} (${day(issue_date)})`))
  const bare = vehicle_classes.filter((code) => !cov_details.some(({ cov }) => cov === code))
  return [...dated, ...bare].join(', ')
}

const front = (record: LicenceRecord): SheetFields => [
  ['Licence number', record.dl_number],
  ['Name', record.name],
  ['Son, daughter or wife of', record.father_or_husband_name ?? ''],
  ['Date of birth', day(record.dob)],
  ['Status', record.status],
  ['Valid up to, non-transport', day(record.non_transport_upto)],
  ['Valid up to, transport', day(record.transport_upto)],
  ['Date of first issue', day(record.date_of_issue)],
  ['Blood group', record.blood_group ?? ''],
]

const back = (record: LicenceRecord): SheetFields => [
  ['Permanent address', record.permanent_address ?? ''],
  ['Classes of vehicle', classes(record)],
  ['Issued by', record.issuing_rto],
  ['State', record.state ?? ''],
  ['Gender', record.gender === null ? '' : sheetGender(record.gender)],
]

/** The record of a driving licence as a card to be cut out. The extract has every field and the validity from its first day. */
export const LicenceCard = defineDocument('dl.card', {
  record: DrivingLicence,
  title: 'Driving licence record',
  fileName: (record) => `driving-licence-card-${record.dl_number.slice(-4)}.pdf`,
  blocks: (record) => [
    { card: { front: front(record), back: back(record) } },
    {
      note: 'Printed from the record of the licensing authority. The licence itself is the card that the authority issued to its holder; this print does not replace it.',
    },
  ],
})
