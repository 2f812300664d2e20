import { type Endpoint, Identifier, type IssuedDocument } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { Farmer, type FarmerRecord } from '../contract.ts'
import { HARI, RAMKALI } from '../fixtures.ts'
import { agristackFarmerPdf } from './agristack-farmer-pdf.ts'

const issued: IssuedDocument = {
  pdf_url: 'https://documents.example/sheet',
  pdf_expires_in: 900,
  file_name: 'farmer-record-0011.pdf',
  pages: 1,
}
const { request, consent } = agristackFarmerPdf

/** Runs the handler against one record of its provider; gives its data, checked, or its code, what was asked and what was drawn. */
async function run(input: object, record: object | null) {
  const asked: unknown[] = []
  const drawn: FarmerRecord[] = []
  const endpoint = agristackFarmerPdf as Endpoint
  const context = {
    request: endpoint.request.parse(input),
    provider: {
      farmer: async (question: unknown) => {
        asked.push(question)
        return record && Farmer.parse(record)
      },
    },
    sheet: async (farmer: FarmerRecord) => {
      drawn.push(farmer)
      return issued
    },
    answer: (data: object) => endpoint.data.strict().parse(data),
    fail: (code: string) => ({ code, ...endpoint.errors[code] }),
  }
  return { reply: await endpoint.handle(context as never), asked, drawn }
}

describe('the request', () => {
  const issuesOf = (input: object) =>
    request.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message])

  it.each([
    [{ farmer_id: '12345678901' }, 'UP'],
    [{ aadhaar_no: '234123412346' }, 'UP'],
    [{ farmer_id: '12345678901', state_code: 'mh' }, 'MH'],
  ])('takes %j', (input, state_code) => {
    expect(request.parse(input)).toMatchObject({ state_code })
  })
  it('names farmer_id where neither number is given', () => {
    expect(issuesOf({})).toEqual([['farmer_id', 'is required unless aadhaar_no is given']])
  })
  it('names aadhaar_no where both are given', () => {
    expect(issuesOf({ farmer_id: '12345678901', aadhaar_no: '234123412346' })).toEqual([
      ['aadhaar_no', 'must not be given beside farmer_id: give exactly one of them'],
    ])
  })
  it.each([
    ['aadhaar_no', { aadhaar_no: '234123412347' }],
    ['aadhaar_no', { aadhaar_no: '000000000001' }],
    ['aadhaar_no', { aadhaar_no: '2341 2341 2346' }],
    ['aadhaar_no', { aadhaar_no: '' }],
    ['farmer_id', { farmer_id: '' }],
    ['farmer_id', { farmer_id: '234123412346' }],
    ['state_code', { farmer_id: '12345678901', state_code: 'XX' }],
  ])('refuses a wrong %s: %j', (field, input) => {
    expect([...new Set(issuesOf(input)?.map(([path]) => path))]).toEqual([field])
  })
})

describe('the consent', () => {
  it('is about the number that was sent, and regulated', () => {
    const subject = (input: object) => consent?.subject(request.parse(input) as never)
    expect(consent).toMatchObject({ purpose: 'agristack-farmer-pdf', regulated: true })
    expect(subject({ farmer_id: '12345678901' })).toBe('12345678901')
    expect(subject({ aadhaar_no: '234123412346' })).toBeInstanceOf(Identifier)
  })
})

describe('the handler', () => {
  it('asks by the farmer id, and adds up the land where the source does not', async () => {
    const { reply, asked, drawn } = await run({ farmer_id: '12345678901' }, RAMKALI)
    expect(asked).toEqual([{ farmer_id: '12345678901', state_code: 'UP' }])
    const { aadhaar: _, ...known } = RAMKALI
    const record = { ...known, aadhaar_masked: 'XXXX XXXX 0035', total_area_hectare: 1.0116 }
    expect(reply).toEqual({ ...record, ...issued })
    expect(drawn).toEqual([record])
  })
  it('asks by the Aadhaar number, and answers it masked', async () => {
    const { asked, reply } = await run({ aadhaar_no: '234123412346' }, { ...RAMKALI, aadhaar: 'XXXX XXXX 2346' })
    expect(asked).toEqual([{ aadhaar: expect.any(Identifier), state_code: 'UP' }])
    expect(reply).toMatchObject({ aadhaar_masked: 'XXXX XXXX 2346' })
    expect(reply).not.toHaveProperty('aadhaar')
  })
  it('answers no total where the source has none and an area is not known', async () => {
    const [first, ...others] = RAMKALI.land_records
    const land_records = [{ ...first, area_hectare: null }, ...others]
    const { reply } = await run({ farmer_id: '12345678901' }, { ...RAMKALI, land_records })
    expect(reply).toMatchObject({ total_area_hectare: null, land_records })
  })
  it("prefers the source's total to its own", async () => {
    const { reply } = await run({ farmer_id: '12345678901' }, { ...HARI, total_area_hectare: 1.1133 })
    expect(reply).toMatchObject({ total_area_hectare: 1.1133 })
  })
  it('says that there is no such farmer, and draws nothing', async () => {
    const { reply, drawn } = await run({ farmer_id: '12345678901' }, null)
    expect(reply).toEqual({ code: 'RECORD_NOT_FOUND', message: 'record not found' })
    expect(drawn).toEqual([])
  })
})

describe('the farmers of the sandbox', () => {
  it('cannot exist', () => {
    const text = JSON.stringify(agristackFarmerPdf.fixtures)
    const ids = [...text.matchAll(/"farmer_id":"([^"]+)"/g)].map(([, id = '']) => id)
    const aadhaars = text.match(/(?<![0-9])[0-9]{12}(?![0-9])/g) ?? []
    expect(ids.length).toBeGreaterThan(10)
    expect(aadhaars.length).toBeGreaterThan(3)
    expect(ids.filter((id) => !id.startsWith('00000000'))).toEqual([])
    expect(aadhaars.filter((number) => !number.startsWith('0'))).toEqual([])
  })
})
