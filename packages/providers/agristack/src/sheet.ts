import { type Block, defineDocument } from '@parakh/core'
import { NOT_RECORDED, type SheetFields, sheetDay, sheetGender, sheetPart, sheetText } from '@parakh/core/formats'
import { FarmerRecord } from './contract.ts'
import { stateName } from './states.ts'

const hectares = (area: number | null, unit = ''): string =>
  area === null ? NOT_RECORDED : `${area.toFixed(4)} ${unit}`.trimEnd()

const farmer = (record: FarmerRecord): SheetFields => [
  ['Farmer ID', record.farmer_id],
  ['Name', record.farmer_name],
  ['Name in local script', sheetText(record.name_local)],
  ["Father's or husband's name", sheetText(record.father_or_husband_name)],
  ['Date of birth', sheetDay(record.dob)],
  ['Gender', sheetGender(record.gender)],
  ['Aadhaar number', sheetText(record.aadhaar_masked)],
  ['Registration status', sheetText(record.registration_status)],
]

const residence = (record: FarmerRecord): SheetFields => [
  ['Village', sheetText(record.village)],
  ['Sub-district', sheetText(record.sub_district)],
  ['District', sheetText(record.district)],
  ['State', stateName(record.state_code)],
]

const land = (record: FarmerRecord): SheetFields => [
  ['Number of parcels', `${record.land_records.length}`],
  ['Total area', hectares(record.total_area_hectare, 'ha')],
]

const parcels = ({ land_records }: FarmerRecord): Block => ({
  table: {
    columns: ['No.', 'Village', 'Khata no.', 'Khasra no.', 'Area (ha)', 'Share'],
    rows: land_records.map(({ village, khata_no, khasra_no, area_hectare, share }, place) => [
      `${place + 1}`,
      sheetText(village),
      sheetText(khata_no),
      khasra_no,
      hectares(area_hectare),
      sheetText(share),
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
    ...sheetPart('Farmer', { fields: farmer(record) }),
    ...sheetPart('Residence', { fields: residence(record) }),
    { heading: 'Land records' },
    ...(record.land_records.length > 0 ? [parcels(record)] : []),
    { fields: land(record) },
  ],
})
