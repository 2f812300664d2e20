import { defineEndpoint, inr, legacy } from '@parakh/core'
import { hasLetter } from '@parakh/core/formats'
import { PERSONS } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { PanProvider, TenDigits } from '../contract.ts'
import { legacyErrors } from '../errors.ts'
import { PEOPLE } from '../fixtures.ts'

const ASHA = PERSONS.asha

/** `GET /mobile-to-pan`, legacy and regulated (interface.md, Identity Verification; decisions.md section 11). */
export const mobileToPan = defineEndpoint({
  id: 'mobile-to-pan',
  method: 'GET',
  path: '/mobile-to-pan',
  group: 'Identity Verification',
  summary: 'Find the PAN registered with a mobile number',
  envelope: legacy({ message: 'Record found' }),
  price: inr('15'),
  request: z.object({
    Name: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(80, 'is longer than 80 characters')
      .refine(hasLetter, 'must hold a letter')
      .describe('Name of the holder'),
    MobileNo: TenDigits.describe('Mobile number, 10 digits'),
  }),
  data: z.object({ name: z.string(), mobile_no: z.string(), pan_number: z.string() }),
  errors: { RECORD_NOT_FOUND: legacyErrors.RECORD_NOT_FOUND },
  uses: PanProvider.pick('byMobile'),
  consent: { purpose: 'mobile-to-pan', subject: (request) => request.MobileNo, regulated: true },
  async handle({ request, provider, answer, fail }) {
    const found = await provider.byMobile({ name: request.Name, mobile: request.MobileNo })
    if (!found) return fail('RECORD_NOT_FOUND')
    return answer({ name: found.name, mobile_no: found.mobile, pan_number: found.pan })
  },
  fixtures: [
    ...PEOPLE.map(({ pan, name, mobile }) => ({
      scenario: 'success',
      request: { Name: name, MobileNo: mobile },
      records: { byMobile: { pan, name, mobile } },
    })),
    { scenario: 'not-found', request: { Name: ASHA.name, MobileNo: '0000000003' }, records: { byMobile: null } },
    { scenario: 'upstream-failure', request: { Name: ASHA.name, MobileNo: '0000000004' } },
    { scenario: 'throttled', request: { Name: ASHA.name, MobileNo: '0000000005' } },
  ],
})
