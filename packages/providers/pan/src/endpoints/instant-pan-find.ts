import { defineEndpoint, inr, modern } from '@parakh/core'
import { BirthDay, hasLetter, Mobile } from '@parakh/core/formats'
import { PERSONS } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { categoryOf, PanProvider } from '../contract.ts'
import { PEOPLE } from '../fixtures.ts'

/** Matches below this score, in percent, are not answered: only exact and high-confidence ones are (interface.md). */
const LEAST_MATCH_SCORE = 90

/** `ASHA RAO` as `Asha Rao`. */
const asPrinted = (name: string): string => name.replace(/\B[A-Z]/g, (letter) => letter.toLowerCase())

/** `POST /instant-pan-find` (interface.md, Identity Verification). */
export const instantPanFind = defineEndpoint({
  id: 'instant-pan-find',
  method: 'POST',
  path: '/instant-pan-find',
  group: 'Identity Verification',
  summary: 'Find a PAN by holder details',
  envelope: modern,
  price: inr('6'),
  request: z.object({
    name: z
      .string()
      .regex(/^[A-Za-z .]{3,80}$/, 'must be 3 to 80 letters, spaces and dots')
      .refine(hasLetter, 'must hold a letter')
      .describe('Full name as printed on the card'),
    dob: BirthDay.describe('Date of birth, YYYY-MM-DD'),
    mobile: Mobile.optional().describe('Registered mobile number; improves the match'),
  }),
  data: z.object({
    pan: z.string(),
    name: z.string(),
    dob: z.string().describe('YYYY-MM-DD'),
    category: z.string(),
    match_score: z.int().min(LEAST_MATCH_SCORE).max(100),
    status: z.string(),
  }),
  errors: {
    PAN_NOT_FOUND: { message: 'No record matched the name and date of birth' },
    LOW_CONFIDENCE_MATCH: { status: 422, message: 'The best match is not certain enough to be answered' },
  },
  uses: PanProvider.pick('find'),
  // A name with a day of birth is no identifier.
  subjects: ({ mobile }) => (mobile === undefined ? [] : [mobile]),
  async handle({ request, provider, answer, fail }) {
    const match = await provider.find(request)
    if (!match) return fail('PAN_NOT_FOUND')
    if (match.match_score < LEAST_MATCH_SCORE) return fail('LOW_CONFIDENCE_MATCH')
    return answer({ ...match, category: categoryOf(match) })
  },
  fixtures: [
    ...PEOPLE.map(({ pan, name, dob }) => ({
      scenario: 'success',
      request: { name: asPrinted(name), dob },
      records: { find: { pan, name, dob, match_score: pan === PERSONS.kabir.pan ? 90 : 98, status: 'ACTIVE' } },
    })),
    {
      scenario: 'low-confidence',
      request: { name: 'A. Rao', dob: '1990-01-16' },
      records: {
        find: { pan: PERSONS.asha.pan, name: PERSONS.asha.name, dob: '1990-01-16', match_score: 89, status: 'ACTIVE' },
      },
    },
    { scenario: 'not-found', request: { name: 'Nobody Here', dob: '1990-01-17' }, records: { find: null } },
    { scenario: 'upstream-failure', request: { name: 'Source Down', dob: '1990-01-18' } },
    { scenario: 'throttled', request: { name: 'Too Many', dob: '1990-01-19' } },
  ],
})
