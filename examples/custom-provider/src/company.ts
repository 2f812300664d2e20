import { defineEndpoint, definePlugin, defineProvider, inr, modern, operation } from '@parakh/core'
import * as z from 'zod'

const Company = z.object({ cin: z.string(), name: z.string() })
const CompanyProvider = defineProvider('company', {
  find: operation({ effect: 'read', input: z.object({ cin: z.string() }), same: ['cin'], output: Company }),
})
const found = { find: { cin: 'U00000MH2000PLC000001', name: 'Acme' } }

/** `POST /api/v1/company-details`, sold by tiers: a basic answer, or a full one by the page. */
export const companyDetails = defineEndpoint({
  id: 'company-details',
  method: 'POST',
  path: '/company-details',
  group: 'Companies',
  summary: 'Find a company',
  envelope: modern,
  request: z.object({ cin: z.string(), full: z.boolean().default(false), pages: z.int().min(1).max(50).default(1) }),
  data: Company,
  errors: { COMPANY_NOT_FOUND: { message: 'No such company' } },
  tiers: { basic: inr('1.00'), full: inr('3.00') },
  price: ({ request, tier }) => (request.full ? tier('full', request.pages) : tier('basic')),
  uses: CompanyProvider,
  async handle({ request, provider, answer, fail }) {
    const company = await provider.find({ cin: request.cin })
    return company ? answer(company) : fail('COMPANY_NOT_FOUND')
  },
  fixtures: [
    { scenario: 'success', request: { cin: found.find.cin }, records: found },
    { scenario: 'full', request: { cin: found.find.cin, full: true, pages: 4 }, records: found },
    { scenario: 'not-found', request: { cin: 'U00000MH2000PLC000002' } },
    { scenario: 'upstream-failure', request: { cin: 'U00000MH2000PLC000003' } },
    { scenario: 'throttled', request: { cin: 'U00000MH2000PLC000004' } },
  ],
})

/** A plugin whose endpoint has tiers. */
export default definePlugin({ id: 'company', contract: 1, provider: CompanyProvider, endpoints: [companyDetails] })
