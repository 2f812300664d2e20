import { type Block, defineDocument } from '@parakh/core'
import { FarmerRecord } from './contract.ts'
import { printedDay } from './printed-day.ts'
import { stateName } from './states.ts'

const NOT_RECORDED = 'Not recorded'
const GENDERS = { M: 'Male', F: 'Female', T: 'Transgender' } as const

const text = (value: string | null): string => value?.trim() || NOT_RECORDED
const hectares = (area: number): string => area.toFixed(4)

type Fields = readonly (readonly [label: string, value: string])[]

const farmer = (record: FarmerRecord): Fields => [
  ['Farmer ID', record.farmer_id],
  ['Name', record.farmer_name],
  ['Name in local script', text(record.name_local)],
  ["Father's or husband's name", text(record.father_or_husband_name)],
  ['Date of birth', record.dob === null ? NOT_RECORDED : printedDay(record.dob)],
  ['Gender', record.gender === null ? NOT_RECORDED : GENDERS[record.gender]],
  ['Aadhaar number', text(record.aadhaar_masked)],
  ['Registration status', text(record.registration_status)],
]

const residence = (record: FarmerRecord): Fields => [
  ['Village', text(record.village)],
  ['Sub-district', text(record.sub_district)],
  ['District', text(record.district)],
  ['State', stateName(record.state_code)],
]

const land = (record: FarmerRecord): Fields => [
  ['Number of parcels', `${record.land_records.length}`],
  ['Total area', `${hectares(record.total_area_hectare)} ha`],
]

const parcels = ({ land_records }: FarmerRecord): Block => ({
  table: {
    columns: ['No.', 'Village', 'Khata no.', 'Khasra no.', 'Area (ha)', 'Share'],
    rows: land_records.map(({ village, khata_no, khasra_no, area_hectare, share }, place) => [
      `${place + 1}`,
      text(village),
      text(khata_no),
      khasra_no,
      hectares(area_hectare),
      text(share),
    ]),
  },
})

/**
 * The record of a farmer on a sheet: who it is, where they live, and a table of their land with its total. The file is named by the
 * last four characters of the farmer's id: a name travels further than the document.
 */
export const Sheet = defineDocument('agristack.sheet', {
  record: FarmerRecord,
  title: 'Farmer record',
  fileName: (record) => `farmer-record-${record.farmer_id.slice(-4)}.pdf`,
  blocks: (record) => [
    { heading: 'Farmer' },
    { fields: farmer(record) },
    { heading: 'Residence' },
    { fields: residence(record) },
    { heading: 'Land records' },
    ...(record.land_records.length > 0 ? [parcels(record)] : []),
    { fields: land(record) },
  ],
})
