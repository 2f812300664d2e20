import { defineEndpoint, definePlugin, defineProvider, inr, modern, operation } from '@parakh/core'
import * as z from 'zod'

const Company = z.object({ cin: z.string(), name: z.string() })
export const CompanyProvider = defineProvider('company', {
  find: operation({ effect: 'read', input: z.object({ cin: z.string() }), same: ['cin'], output: Company }),
})
const cin = 'AA00'

/** Sold by tiers: a basic answer, or a full one by the page. */
export const companyDetails = defineEndpoint({
  id: 'company-details',
  method: 'POST',
  path: '/company-details',
  group: 'Companies',
  summary: 'Find a company',
  envelope: modern,
  request: z.object({
    cin: z.string().regex(/^[A-Z]{2}[0-9]{2}$/),
    full: z.boolean().default(false),
    pages: z.int().min(1).max(100).default(1),
  }),
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
    { scenario: 'success', request: { cin }, records: { find: { cin, name: 'Acme' } } },
    { scenario: 'full', request: { cin, full: true, pages: 4 }, records: { find: { cin, name: 'Acme' } } },
    { scenario: 'not-found', request: { cin: 'ZZ00' } },
    { scenario: 'upstream-failure', request: { cin: 'DD00' } },
    { scenario: 'throttled', request: { cin: 'TT00' } },
  ],
})

/** A plugin with tiers, in the sandbox. */
export const company = definePlugin({
  ...{ id: 'company', contract: 1, mount: '/api/v1', provider: CompanyProvider, endpoints: [companyDetails] },
})
