import { defineEndpoint, inr, legacy } from '@parakh/core'
import { RationCard } from '@parakh/core/formats'
import * as z from 'zod'
import { Household, RationProvider } from '../contract.ts'
import { FamilyMember, familyMember } from '../family-member.ts'
import { CARD_OF, HOUSEHOLDS } from '../fixtures/households.ts'

/** `GET /up-ration-to-aadhaar`, legacy and regulated (interface.md, Identity Verification; decisions.md sections 5 and 11). */
export const upRationToAadhaar = defineEndpoint({
  id: 'up-ration-to-aadhaar',
  method: 'GET',
  path: '/up-ration-to-aadhaar',
  group: 'Identity Verification',
  summary: 'List the people on a ration card of Uttar Pradesh, with their Aadhaar numbers',
  envelope: legacy({ message: 'Record found' }),
  price: inr('15'),
  request: z.object({ ration_no: RationCard.describe('Ration card number of Uttar Pradesh, 12 digits') }),
  data: z.object({
    data_mode: z.string().describe('How the source came by it, such as LIVE or CACHED'),
    source: z.string(),
    billable: Household.shape.billable,
    ration_no: z.string(),
    family: z
      .array(FamilyMember)
      .describe('`uid` is masked in production unless the licence allows the whole; null where none is seeded'),
  }),
  errors: { RECORD_NOT_FOUND: { message: 'record not found' } },
  uses: RationProvider.pick('family'),
  consent: { purpose: 'up-ration-to-aadhaar', subject: (request) => request.ration_no, regulated: true },
  async handle({ request, provider, answer, fail, reveal }) {
    const found = await provider.family(request)
    if (!found) return fail('RECORD_NOT_FOUND')
    const family = found.family.map((member) => familyMember(member, member.uid && reveal(member.uid)))
    return answer({ ...found, family }, { billable: found.billable === 'Y' })
  },
  fixtures: [
    {
      scenario: 'success',
      request: { ration_no: HOUSEHOLDS.sunita.ration_no },
      records: { family: HOUSEHOLDS.sunita },
    },
    {
      scenario: 'success',
      request: { ration_no: HOUSEHOLDS.shabnam.ration_no },
      records: { family: HOUSEHOLDS.shabnam },
    },
    {
      scenario: 'not-billable',
      request: { ration_no: HOUSEHOLDS.kalawati.ration_no },
      records: { family: HOUSEHOLDS.kalawati },
    },
    { scenario: 'not-found', request: { ration_no: CARD_OF.notFound }, records: { family: null } },
    { scenario: 'upstream-failure', request: { ration_no: CARD_OF.failure } },
    { scenario: 'throttled', request: { ration_no: CARD_OF.throttled } },
  ],
})
