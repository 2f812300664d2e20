import { describe, expect, it } from 'vitest'
import { Farmer, FarmerRecord } from './contract.ts'
import { AADHAAR_OF, HARI, RAMKALI, SALIM, VITTHAL } from './fixtures.ts'
import { Sheet } from './sheet.ts'
import { totalArea } from './total-area.ts'

const { blocks, fileName, title } = Sheet.definition
const [ramkali, hari, vitthal, salim] = [RAMKALI, HARI, VITTHAL, SALIM].map((given) => {
  const { aadhaar, ...farmer } = Farmer.parse(given)
  const total_area_hectare = farmer.total_area_hectare ?? totalArea(farmer.land_records)
  return FarmerRecord.parse({ ...farmer, total_area_hectare, aadhaar_masked: aadhaar?.masked ?? null })
}) as [FarmerRecord, FarmerRecord, FarmerRecord, FarmerRecord]

const fields = (record: FarmerRecord) => blocks(record).flatMap((block) => ('fields' in block ? [...block.fields] : []))
const shown = (record: FarmerRecord) => Object.fromEntries(fields(record))
const tables = (record: FarmerRecord) => blocks(record).flatMap((block) => ('table' in block ? [block.table] : []))

describe('the sheet of a farmer', () => {
  it('has who it is, where they live and their land, in this order', () => {
    expect(title).toBe('Farmer record')
    expect(blocks(ramkali).map((block) => ('heading' in block ? block.heading : Object.keys(block)[0]))).toEqual([
      ...['Farmer', 'fields', 'Residence', 'fields'],
      ...['Land records', 'table', 'fields'],
    ])
  })

  it('shows a record as people read it, the name in the script of the state too', () => {
    expect(fields(ramkali)).toEqual([
      ['Farmer ID', '00000000011'],
      ['Name', 'RAMKALI DEVI'],
      ['Name in local script', 'रामकली देवी'],
      ["Father's or husband's name", 'SHIV NARAYAN YADAV'],
      ['Date of birth', '05 Jul 1968'],
      ['Gender', 'Female'],
      ['Aadhaar number', 'XXXX XXXX 0035'],
      ['Registration status', 'APPROVED'],
      ['Village', 'BELHARA'],
      ['Sub-district', 'FATEHPUR'],
      ['District', 'BARABANKI'],
      ['State', 'Uttar Pradesh'],
      ['Number of parcels', '3'],
      ['Total area', '1.0116 ha'],
    ])
  })

  it('has a row for each parcel, areas to the square metre', () => {
    expect(tables(ramkali)).toEqual([
      {
        columns: ['No.', 'Village', 'Khata no.', 'Khasra no.', 'Area (ha)', 'Share'],
        rows: [
          ['1', 'BELHARA', '00127', '342', '0.2530', '1'],
          ['2', 'BELHARA', '00127', '345/2', '0.1265', '1'],
          ['3', 'MOHAMMADPUR', '00089', '78', '0.6321', '1/2'],
        ],
      },
    ])
    expect(tables(vitthal)[0]?.rows).toEqual([['1', 'KARKAMB', 'Not recorded', '512/3A', '2.0400', '1']])
  })

  it('has no empty table for a farmer without land', () => {
    expect(tables(salim)).toEqual([])
    expect(shown(salim)).toMatchObject({ 'Number of parcels': '0', 'Total area': '0.0000 ha' })
  })

  it('says of an area that nobody knows that it is not recorded', () => {
    const [first] = vitthal.land_records.map((parcel) => ({ ...parcel, area_hectare: null }))
    const record = FarmerRecord.parse({ ...vitthal, land_records: [first], total_area_hectare: null })
    expect(tables(record)[0]?.rows).toEqual([['1', 'KARKAMB', 'Not recorded', '512/3A', 'Not recorded', '1']])
    expect(shown(record)).toMatchObject({ 'Number of parcels': '1', 'Total area': 'Not recorded' })
  })

  it('says of what nobody knows that it is not recorded', () => {
    const unknown = fields(salim).flatMap(([label, value]) => (value === 'Not recorded' ? [label] : []))
    expect(unknown).toEqual(['Name in local script', 'Date of birth', 'Aadhaar number', 'Village', 'Sub-district'])
  })

  it.each([ramkali, hari, vitthal, salim])(
    'of $farmer_name has no whole Aadhaar number and no day of the wire',
    (it) => {
      const text = JSON.stringify(blocks(it))
      for (const number of Object.values(AADHAAR_OF)) expect(text).not.toContain(number)
      expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}|null|undefined|NaN|""/)
    },
  )

  it('has a file name without an identity number', () => {
    expect(fileName(hari)).toBe('farmer-record-0022.pdf')
    expect(fileName(hari)).not.toContain(hari.farmer_id)
  })
})
