import { defineDocument } from '@parakh/core'
import {
  NOT_RECORDED,
  printedDay,
  type SheetFields,
  sheetDay,
  sheetGender,
  sheetPart,
  sheetText,
} from '@parakh/core/formats'
import { DrivingLicence, type LicenceRecord } from './contract.ts'
import { type VehicleKind, vehicleClassKind, vehicleClassName } from './vehicle-classes.ts'

const CATEGORIES = { NT: 'Non-transport', TR: 'Transport' }

type Row = readonly string[]

const licence = (record: LicenceRecord): SheetFields => [
  ['Licence number', record.dl_number],
  ['Status', record.status],
  ['Date of first issue', sheetDay(record.date_of_issue)],
  ['Issued by', record.issuing_rto],
  ['State', sheetText(record.state)],
]

const holder = (record: LicenceRecord): SheetFields => [
  ['Name', record.name],
  ['Son, daughter or wife of', sheetText(record.father_or_husband_name)],
  ['Date of birth', printedDay(record.dob)],
  ['Gender', sheetGender(record.gender)],
  ['Blood group', sheetText(record.blood_group)],
  ['Permanent address', sheetText(record.permanent_address)],
]

/** Both kinds have their line, so that a licence without one of them says so. */
const validity = (record: LicenceRecord): readonly Row[] => [
  ['Non-transport', ...period(record.non_transport_from, record.non_transport_upto, excludes(record, 'NT'))],
  ['Transport', ...period(record.transport_from, record.transport_upto, excludes(record, 'TR'))],
]

function period(from: string | null, upto: string | null, isExcluded: boolean): Row {
  return from === null && upto === null && isExcluded
    ? ['Not covered', 'Not covered']
    : [sheetDay(from), sheetDay(upto)]
}

/** Whether no class of the licence is of this kind: it can be said only where the kind of each is known. */
function excludes(record: LicenceRecord, kind: VehicleKind): boolean {
  const detailed = record.cov_details.map(({ cov, category }) => category ?? vehicleClassKind(cov))
  const kinds = [...detailed, ...bareClasses(record).map(vehicleClassKind)]
  return kinds.every((known) => known !== undefined && known !== kind)
}

/** The classes of which the source has no details. */
const bareClasses = ({ vehicle_classes, cov_details }: LicenceRecord): readonly string[] =>
  vehicle_classes.filter((code) => !cov_details.some(({ cov }) => cov === code))

/** Every class, those of which the source has no details last. */
function classes(record: LicenceRecord): readonly Row[] {
  const detailed = record.cov_details.map(
    ({ cov, category, issue_date }): Row => [
      cov,
      vehicleClassName(cov) ?? NOT_RECORDED,
      category === null ? NOT_RECORDED : CATEGORIES[category],
      sheetDay(issue_date),
    ],
  )
  const bare = bareClasses(record).map((code) => [
    code,
    vehicleClassName(code) ?? NOT_RECORDED,
    NOT_RECORDED,
    NOT_RECORDED,
  ])
  return [...detailed, ...bare]
}

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
    ...sheetPart('Licence', { fields: licence(record) }),
    ...sheetPart('Holder', { fields: holder(record) }),
    ...sheetPart('Validity', { table: { columns: ['Vehicles', 'Valid from', 'Valid up to'], rows: validity(record) } }),
    ...sheetPart('Classes of vehicle', {
      table: { columns: ['Class', 'Description', 'Category', 'Issued on'], rows: classes(record) },
    }),
  ],
})
