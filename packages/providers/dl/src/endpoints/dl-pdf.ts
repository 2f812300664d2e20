import { defineEndpoint, inr, modern, Pdf } from '@parakh/core'
import { BirthDay, Licence } from '@parakh/core/formats'
import * as z from 'zod'
import { DlProvider, DrivingLicence, type LicenceRecord } from '../contract.ts'
import { SCENARIOS } from '../fixtures/licence-scenarios.ts'
import { LicenceExtract } from '../licence-extract.ts'

/** What this endpoint shows of a licence; `dl-print` shows all of it. */
const Particulars = DrivingLicence.pick({
  dl_number: true,
  name: true,
  dob: true,
  issuing_rto: true,
  vehicle_classes: true,
  status: true,
})

/** The validity for non-transport vehicles, which is the longer one; that for transport vehicles where the register has no other. */
function validityOf(licence: LicenceRecord): { valid_from: string | null; valid_upto: string | null } {
  const { non_transport_from, non_transport_upto, transport_from, transport_upto } = licence
  const transportAlone = non_transport_upto === null && transport_upto !== null
  return transportAlone
    ? { valid_from: transport_from, valid_upto: transport_upto }
    : { valid_from: non_transport_from, valid_upto: non_transport_upto }
}

/** `POST /dl-pdf` (interface.md, Vehicle and Transport). */
export const dlPdf = defineEndpoint({
  id: 'dl-pdf',
  method: 'POST',
  path: '/dl-pdf',
  group: 'Vehicle and Transport',
  summary: 'Get the particulars of a driving licence, and its extract as a PDF',
  envelope: modern,
  price: inr('3'),
  request: z.object({
    dl_number: Licence.describe('Driving licence number; spaces and hyphens are removed'),
    dob: BirthDay.describe('Date of birth of the holder, YYYY-MM-DD'),
  }),
  data: z.object({
    ...Particulars.shape,
    valid_from: z
      .string()
      .nullable()
      .describe(
        'YYYY-MM-DD, for non-transport vehicles; where the register has none for those, for transport vehicles',
      ),
    valid_upto: z.string().nullable().describe('YYYY-MM-DD, likewise; null where the register has none'),
    pdf_url: Pdf.shape.pdf_url,
    pdf_expires_in: Pdf.shape.pdf_expires_in,
  }),
  errors: { DL_NOT_FOUND: { message: 'No licence has this number and date of birth' } },
  uses: DlProvider.pick('licence'),
  needs: { extract: LicenceExtract },
  subjects: ({ dl_number }) => [dl_number],
  async handle({ request, provider, extract, answer, fail }) {
    const licence = await provider.licence(request)
    if (!licence) return fail('DL_NOT_FOUND')
    const { pdf_url, pdf_expires_in } = await extract(licence)
    return answer({ ...Particulars.parse(licence), ...validityOf(licence), pdf_url, pdf_expires_in })
  },
  fixtures: SCENARIOS,
})
