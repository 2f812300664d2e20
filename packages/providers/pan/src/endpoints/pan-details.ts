import { defineEndpoint, inr, legacy } from '@parakh/core'
import { LegacyGender, Pan } from '@parakh/core/formats'
import * as z from 'zod'
import { PanProvider } from '../contract.ts'
import { legacyErrors } from '../errors.ts'
import { ASHA, COMPANY, KABIR, PAN_OF } from '../fixtures.ts'

const holder = ({ pan, name, father, dob, gender }: typeof ASHA | typeof KABIR) => ({ pan, name, father, dob, gender })

/** `GET /pan-details`, legacy (interface.md, Identity Verification). */
export const panDetails = defineEndpoint({
  id: 'pan-details',
  method: 'GET',
  path: '/pan-details',
  group: 'Identity Verification',
  summary: 'Holder details of a PAN',
  envelope: legacy({ money: false }),
  price: inr('1.50'),
  request: z.object({ panno: Pan }),
  data: z.object({
    pan_no: z.string(),
    name: z.string(),
    father: z.string().describe('May be empty'),
    dob: z.string().describe('YYYY-MM-DD'),
    gender: LegacyGender,
  }),
  errors: { NO_DATA_FOUND: legacyErrors.NO_DATA_FOUND },
  uses: PanProvider.pick('details'),
  async handle({ request, provider, answer, fail }) {
    const found = await provider.details({ pan: request.panno })
    if (!found) return fail('NO_DATA_FOUND')
    const { pan, gender, ...rest } = found
    return answer({ pan_no: pan, ...rest, gender: gender ?? '' })
  },
  fixtures: [
    { scenario: 'success', request: { panno: ASHA.pan }, records: { details: holder(ASHA) } },
    { scenario: 'no-father', request: { panno: KABIR.pan }, records: { details: holder(KABIR) } },
    {
      scenario: 'company',
      request: { panno: COMPANY.pan },
      records: {
        details: { pan: COMPANY.pan, name: COMPANY.name, father: '', dob: COMPANY.incorporated, gender: null },
      },
    },
    { scenario: 'not-found', request: { panno: PAN_OF.notFound }, records: { details: null } },
    { scenario: 'upstream-failure', request: { panno: PAN_OF.failure } },
    { scenario: 'throttled', request: { panno: PAN_OF.throttled } },
  ],
})
