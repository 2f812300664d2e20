import { defineEndpoint, inr, legacy, Pdf } from '@parakh/core'
import { RationCard } from '@parakh/core/formats'
import * as z from 'zod'
import { Card } from '../card.ts'
import { CardRecord, PrintedMember, RationProvider } from '../contract.ts'
import { FamilyMember, familyMember } from '../family-member.ts'
import { CARDS } from '../fixtures/cards.ts'
import { CARD_OF } from '../fixtures/households.ts'

/** `GET /ration-print`, legacy and regulated (decisions.md sections 5, 8 and 11). */
export const rationPrint = defineEndpoint({
  id: 'ration-print',
  method: 'GET',
  path: '/ration-print',
  group: 'Documents and PDF',
  summary: 'Get what stands on a ration card of Uttar Pradesh, and a sheet of it as a PDF',
  envelope: legacy({ message: 'Record found' }),
  price: inr('5'),
  priceSource: 'default',
  request: z.object({ ration_no: RationCard.describe('Ration card number of Uttar Pradesh, 12 digits') }),
  data: z.object({
    ...CardRecord.shape,
    family: z
      .array(FamilyMember.extend({ name_local: PrintedMember.shape.name_local }))
      .describe('`uid` is always masked; null where none is seeded'),
    member_count: z.int(),
    ...Pdf.shape,
  }),
  errors: { RECORD_NOT_FOUND: { message: 'record not found' } },
  uses: RationProvider.pick('details'),
  needs: { card: Card },
  consent: { purpose: 'ration-print', subject: (request) => request.ration_no, regulated: true },
  async handle({ request, provider, card, answer, fail }) {
    const found = await provider.details(request)
    if (!found) return fail('RECORD_NOT_FOUND')
    const family = found.family.map((member) => ({
      ...familyMember(member, member.uid),
      name_local: member.name_local,
    }))
    return answer({ ...found, family, member_count: family.length, ...(await card(found)) })
  },
  fixtures: [
    { scenario: 'success', request: { ration_no: CARDS.sunita.ration_no }, records: { details: CARDS.sunita } },
    { scenario: 'success', request: { ration_no: CARDS.shabnam.ration_no }, records: { details: CARDS.shabnam } },
    { scenario: 'sparse', request: { ration_no: CARDS.kalawati.ration_no }, records: { details: CARDS.kalawati } },
    { scenario: 'not-found', request: { ration_no: CARD_OF.notFound }, records: { details: null } },
    { scenario: 'upstream-failure', request: { ration_no: CARD_OF.failure } },
    { scenario: 'throttled', request: { ration_no: CARD_OF.throttled } },
  ],
})
