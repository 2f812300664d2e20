import { type Block, defineDocument } from '@parakh/core'
import { DrivingLicence, type LicenceRecord } from './contract.ts'
import { printedDay } from './printed-day.ts'
import { vehicleClassName } from './vehicle-class-names.ts'

const NOT_RECORDED = 'Not recorded'
const GENDERS = { M: 'Male', F: 'Female', T: 'Transgender' }
const CATEGORIES = { NT: 'Non-transport', TR: 'Transport' }

const text = (value: string | null): string => value?.trim() || NOT_RECORDED
const day = (value: string | null): string => (value === null ? NOT_RECORDED : printedDay(value))

type Fields = readonly (readonly [label: string, value: string])[]
type Row = readonly string[]

const licence = (record: LicenceRecord): Fields => [
  ['Licence number', record.dl_number],
  ['Status', record.status],
  ['Date of first issue', day(record.date_of_issue)],
  ['Issued by', record.issuing_rto],
  ['State', text(record.state)],
]

const holder = (record: LicenceRecord): Fields => [
  ['Name', record.name],
  ['Son, daughter or wife of', text(record.father_or_husband_name)],
  ['Date of birth', printedDay(record.dob)],
  ['Gender', record.gender === null ? NOT_RECORDED : GENDERS[record.gender]],
  ['Blood group', text(record.blood_group)],
  ['Permanent address', text(record.permanent_address)],
]

/** Both kinds have their line, so that a licence without one of them says so. */
const validity = (record: LicenceRecord): readonly Row[] => [
  ['Non-transport', ...period(record.non_transport_from, record.non_transport_upto)],
  ['Transport', ...period(record.transport_from, record.transport_upto)],
]

function period(from: string | null, upto: string | null): Row {
  return from === null && upto === null ? ['Not covered', 'Not covered'] : [day(from), day(upto)]
}

/** Every class, those of which the source has no details last. */
function classes({ vehicle_classes, cov_details }: LicenceRecord): readonly Row[] {
  const detailed = cov_details.map(
    ({ cov, category, issue_date }): Row => [
      cov,
      vehicleClassName(cov) ?? NOT_RECORDED,
      category === null ? NOT_RECORDED : CATEGORIES[category],
      day(issue_date),
    ],
  )
  const bare = vehicle_classes.filter((code) => !cov_details.some(({ cov }) => cov === code))
  return [
    ...detailed,
    ...bare.map((code) => [code, vehicleClassName(code) ?? NOT_RECORDED, NOT_RECORDED, NOT_RECORDED]),
  ]
}

const group = (heading: string, block: Block): readonly Block[] => [{ heading }, block]

/**
 * The extract of a driving licence, in the order of the printed one: licence, holder, validity, classes of vehicle. Every field has
 * its place, so that two extracts can be laid side by side. The file is named by the last four characters of the number: a
 * name travels further than the document.
 */
export const LicenceExtract = defineDocument('dl.extract', {
  record: DrivingLicence,
  title: 'Driving licence extract',
  fileName: (record) => `driving-licence-${record.dl_number.slice(-4)}.pdf`,
  blocks: (record) => [
    ...group('Licence', { fields: licence(record) }),
    ...group('Holder', { fields: holder(record) }),
    ...group('Validity', { table: { columns: ['Vehicles', 'Valid from', 'Valid up to'], rows: validity(record) } }),
    ...group('Classes of vehicle', {
      table: { columns: ['Class', 'Description', 'Category', 'Issued on'], rows: classes(record) },
    }),
  ],
})
