import { defineEndpoint, inr, legacy, Pdf } from '@parakh/core'
import { Aadhaar, LegacyGender } from '@parakh/core/formats'
import * as z from 'zod'
import { AgristackProvider, FarmerId, FarmerRecord } from '../contract.ts'
import { AADHAAR_OF, HARI, OWNERS_ELSEWHERE, RAMKALI, SALIM, VITTHAL } from '../fixtures.ts'
import { Sheet } from '../sheet.ts'
import { StateCode } from '../states.ts'
import { totalArea } from '../total-area.ts'

const Request = z
  .object({
    farmer_id: FarmerId.optional().describe('Number in the farmer register; either this or aadhaar_no'),
    aadhaar_no: Aadhaar.optional().describe('Aadhaar number, 12 digits; either this or farmer_id'),
    state_code: StateCode.default('UP').describe('The state whose register is asked'),
  })
  .refine(({ farmer_id, aadhaar_no }) => farmer_id !== undefined || aadhaar_no !== undefined, {
    path: ['farmer_id'],
    message: 'is required unless aadhaar_no is given',
  })
  .refine(({ farmer_id, aadhaar_no }) => farmer_id === undefined || aadhaar_no === undefined, {
    path: ['aadhaar_no'],
    message: 'must not be given beside farmer_id: give exactly one of them',
  })

/** `GET /agristack-farmer-pdf`, legacy and regulated (interface.md, Documents and PDF; decisions.md sections 8 and 11). */
export const agristackFarmerPdf = defineEndpoint({
  id: 'agristack-farmer-pdf',
  method: 'GET',
  path: '/agristack-farmer-pdf',
  group: 'Documents and PDF',
  summary: 'Get the record of a farmer with their land, and a sheet of it as a PDF',
  envelope: legacy({ message: 'Record found' }),
  price: inr('10'),
  priceSource: 'default',
  request: Request,
  data: z.object({
    ...FarmerRecord.shape,
    // Text in the legacy envelope (decisions.md section 13).
    gender: LegacyGender,
    father_or_husband_name: z.string().describe('Empty where the register has none'),
    ...Pdf.shape,
  }),
  errors: { RECORD_NOT_FOUND: { message: 'record not found' } },
  uses: AgristackProvider,
  needs: { sheet: Sheet },
  consent: {
    purpose: 'agristack-farmer-pdf',
    // One of them is there: the request's check says so.
    subject: (request) => request.aadhaar_no ?? request.farmer_id ?? '',
    regulated: true,
  },
  async handle({ request, provider, sheet, answer, fail }) {
    const { farmer_id, aadhaar_no, state_code } = request
    const found = await provider.farmer({ farmer_id, aadhaar: aadhaar_no, state_code })
    if (!found) return fail('RECORD_NOT_FOUND')
    const { aadhaar, ...known } = found
    const total_area_hectare = known.total_area_hectare ?? totalArea(known.land_records)
    const farmer = { ...known, total_area_hectare, aadhaar_masked: aadhaar?.masked ?? null }
    const gender = farmer.gender ?? ''
    const father_or_husband_name = farmer.father_or_husband_name ?? ''
    return answer({ ...farmer, gender, father_or_husband_name, ...(await sheet(farmer)) })
  },
  fixtures: [
    { scenario: 'success', request: { farmer_id: RAMKALI.farmer_id }, records: { farmer: RAMKALI } },
    { scenario: 'success', request: { aadhaar_no: AADHAAR_OF.ramkali }, records: { farmer: RAMKALI } },
    { scenario: 'success', request: { farmer_id: HARI.farmer_id }, records: { farmer: HARI } },
    { scenario: 'success', request: { aadhaar_no: AADHAAR_OF.hari }, records: { farmer: HARI } },
    ...OWNERS_ELSEWHERE.flatMap((farmer) => [
      { scenario: 'success', request: { farmer_id: farmer.farmer_id }, records: { farmer } },
      { scenario: 'success', request: { aadhaar_no: farmer.aadhaar ?? '' }, records: { farmer } },
    ]),
    {
      scenario: 'other-state',
      request: { farmer_id: VITTHAL.farmer_id, state_code: 'MH' },
      records: { farmer: VITTHAL },
    },
    { scenario: 'no-land', request: { farmer_id: SALIM.farmer_id }, records: { farmer: SALIM } },
    { scenario: 'not-found', request: { farmer_id: '00000000055' }, records: { farmer: null } },
    { scenario: 'not-found', request: { aadhaar_no: '000000000002' }, records: { farmer: null } },
    { scenario: 'upstream-failure', request: { farmer_id: '00000000066' } },
    { scenario: 'throttled', request: { farmer_id: '00000000077' } },
  ],
})
