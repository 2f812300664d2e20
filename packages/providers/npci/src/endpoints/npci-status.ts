import { defineEndpoint, inr, legacy } from '@parakh/core'
import { Aadhaar } from '@parakh/core/formats'
import { PERSONS, SAMPLE_PERSONS } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { NpciProvider } from '../contract.ts'
import { mappingOf } from '../fixtures.ts'

/** The last four digits, whatever the source gave: some send the whole number. */
const maskMobile = (mobile: string): string => (mobile === '' ? '' : `XXXXXX${mobile.slice(-4)}`)

const revealed = 'masked in production unless the licence allows the whole'

/** `GET /npci-status`, legacy and regulated (interface.md, Banking and Payments; decisions.md section 11). */
export const npciStatus = defineEndpoint({
  id: 'npci-status',
  method: 'GET',
  path: '/npci-status',
  group: 'Banking and Payments',
  summary: 'Get the bank to which an Aadhaar number is mapped',
  envelope: legacy({ message: 'Record found' }),
  price: inr('9'),
  request: z.object({ aadhaar: Aadhaar.describe('Aadhaar number, 12 digits') }),
  data: z.object({
    aadhaar: z.string().describe(`The number asked about; ${revealed}`),
    npcidata: z.object({
      bank_Name: z.string(),
      status: z.string(),
      last_Updated_Date: z.string().describe('YYYY-MM-DDTHH:MM:SS in India, without a zone'),
    }),
    uidaidata: z.object({
      uid: z.string().describe(`The Aadhaar number; ${revealed}`),
      name: z.string(),
      localName: z.string().describe('The name in the local script; may be empty'),
      mobile: z.string().describe('Masked; may be empty'),
    }),
  }),
  errors: { RECORD_NOT_FOUND: { message: 'record not found' } },
  uses: NpciProvider,
  consent: { purpose: 'npci-status', subject: (request) => request.aadhaar, regulated: true },
  async handle({ request, provider, answer, fail, reveal }) {
    const found = await provider.mapping(request)
    if (!found) return fail('RECORD_NOT_FOUND')
    const { bank, status, updated, name, local_name, mobile } = found
    return answer({
      aadhaar: reveal(request.aadhaar),
      npcidata: { bank_Name: bank, status, last_Updated_Date: updated },
      uidaidata: { uid: reveal(found.aadhaar), name, localName: local_name, mobile: maskMobile(mobile) },
    })
  },
  fixtures: [
    ...SAMPLE_PERSONS.map(({ aadhaar }) => ({
      scenario: 'success',
      request: { aadhaar },
      records: { mapping: mappingOf(aadhaar) },
    })),
    {
      scenario: 'inactive',
      request: { aadhaar: PERSONS.meera.aadhaar },
      // The source has neither her name in her script nor a mobile number of hers.
      records: { mapping: { ...mappingOf(PERSONS.meera.aadhaar), local_name: '', mobile: '' } },
    },
    { scenario: 'not-found', request: { aadhaar: '000000000002' }, records: { mapping: null } },
    { scenario: 'upstream-failure', request: { aadhaar: '000000000003' } },
    { scenario: 'throttled', request: { aadhaar: '000000000004' } },
  ],
})
