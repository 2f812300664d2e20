import { defineEndpoint, inr, legacy } from '@parakh/core'
import { LegacyGender, Pan } from '@parakh/core/formats'
import { COMPANIES, PERSONS } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { PanProvider } from '../contract.ts'
import { legacyErrors } from '../errors.ts'
import { detailsOf, PAN_OF, PEOPLE } from '../fixtures.ts'

/** `GET /pan-details`, legacy (interface.md, Identity Verification). */
export const panDetails = defineEndpoint({
  id: 'pan-details',
  method: 'GET',
  path: '/pan-details',
  group: 'Identity Verification',
  summary: 'Get the holder details of a PAN',
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
  subjects: ({ panno }) => [panno],
  async handle({ request, provider, answer, fail }) {
    const found = await provider.details({ pan: request.panno })
    if (!found) return fail('NO_DATA_FOUND')
    const { pan, gender, ...rest } = found
    return answer({ pan_no: pan, ...rest, gender: gender ?? '' })
  },
  fixtures: [
    ...PEOPLE.map(({ pan }) => ({
      scenario: 'success',
      request: { panno: pan },
      records: { details: detailsOf(pan) },
    })),
    {
      scenario: 'no-father',
      request: { panno: PERSONS.meera.pan },
      records: { details: { ...detailsOf(PERSONS.meera.pan), father: '' } },
    },
    {
      scenario: 'company',
      request: { panno: COMPANIES.trading.pan },
      records: { details: detailsOf(COMPANIES.trading.pan) },
    },
    { scenario: 'not-found', request: { panno: PAN_OF.notFound }, records: { details: null } },
    { scenario: 'upstream-failure', request: { panno: PAN_OF.failure } },
    { scenario: 'throttled', request: { panno: PAN_OF.throttled } },
  ],
})
