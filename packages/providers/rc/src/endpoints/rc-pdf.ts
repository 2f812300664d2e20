import { defineEndpoint, inr, modern, Pdf } from '@parakh/core'
import { Vehicle } from '@parakh/core/formats'
import * as z from 'zod'
import { Certificate } from '../certificate.ts'
import { RcProvider, Registration } from '../contract.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'

/** What this endpoint shows of a registration; `rc-print` shows all of it. */
const Particulars = Registration.pick({
  rc_number: true,
  owner_name: true,
  maker_model: true,
  fuel_type: true,
  vehicle_class: true,
  registration_date: true,
  fitness_upto: true,
  insurance_valid_upto: true,
  puc_valid_upto: true,
  blacklist_status: true,
})

/** `POST /rc-pdf` (interface.md, Vehicle and Transport). */
export const rcPdf = defineEndpoint({
  id: 'rc-pdf',
  method: 'POST',
  path: '/rc-pdf',
  group: 'Vehicle and Transport',
  summary: 'Get the particulars of a vehicle, and its registration certificate as a PDF',
  envelope: modern,
  price: inr('6'),
  request: z.object({ rc_number: Vehicle.describe('Vehicle registration number, without spaces') }),
  data: z.object({ ...Particulars.shape, pdf_url: Pdf.shape.pdf_url, pdf_expires_in: Pdf.shape.pdf_expires_in }),
  errors: { RC_NOT_FOUND: { message: 'Vehicle record unavailable at source' } },
  uses: RcProvider,
  needs: { certificate: Certificate },
  subjects: ({ rc_number }) => [rc_number],
  async handle({ request, provider, certificate, answer, fail }) {
    const vehicle = await provider.vehicle(request)
    if (!vehicle) return fail('RC_NOT_FOUND')
    const { pdf_url, pdf_expires_in } = await certificate(vehicle)
    return answer({ ...Particulars.parse(vehicle), pdf_url, pdf_expires_in })
  },
  fixtures: SCENARIOS,
})
