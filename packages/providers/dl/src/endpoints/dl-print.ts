import { defineEndpoint, inr, legacy, Pdf } from '@parakh/core'
import { BirthDay, LegacyGender, Licence } from '@parakh/core/formats'
import * as z from 'zod'
import { DlProvider, DrivingLicence } from '../contract.ts'
import { SCENARIOS } from '../fixtures/licence-scenarios.ts'
import { LicenceCard } from '../licence-card.ts'

// The legacy envelope has a status of its own beside the record's fields, and its genders and fathers are text.
const { status: dl_status, ...particulars } = DrivingLicence.shape
const person = {
  gender: LegacyGender,
  father_or_husband_name: z.string().describe('Empty where the register has none'),
}

/** `GET /dl-print`, legacy (interface.md, Documents and PDF; decisions.md section 8). */
export const dlPrint = defineEndpoint({
  id: 'dl-print',
  method: 'GET',
  path: '/dl-print',
  group: 'Documents and PDF',
  summary: 'Get the whole record of a driving licence, and a card of it to print as a PDF',
  envelope: legacy({ message: 'Record found' }),
  price: inr('5'),
  priceSource: 'default',
  request: z.object({
    dl_number: Licence.describe('Driving licence number; spaces and hyphens are removed'),
    dob: BirthDay.describe('Date of birth of the holder, YYYY-MM-DD'),
  }),
  data: z.object({ ...particulars, ...person, dl_status, ...Pdf.shape }),
  errors: { DL_NOT_FOUND: { message: 'record not found' } },
  uses: DlProvider.pick('licence'),
  needs: { card: LicenceCard },
  subjects: ({ dl_number }) => [dl_number],
  async handle({ request, provider, card, answer, fail }) {
    const licence = await provider.licence(request)
    if (!licence) return fail('DL_NOT_FOUND')
    const { status, gender, father_or_husband_name, ...rest } = licence
    return answer({
      ...{ ...rest, gender: gender ?? '', father_or_husband_name: father_or_husband_name ?? '' },
      ...{ dl_status: status, ...(await card(licence)) },
    })
  },
  fixtures: SCENARIOS,
})
