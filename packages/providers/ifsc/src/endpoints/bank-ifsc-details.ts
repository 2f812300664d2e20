import { defineEndpoint, inr, modern } from '@parakh/core'
import { Ifsc } from '@parakh/core/formats'
import * as z from 'zod'
import { Branch, IfscProvider } from '../contract.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'

/** `GET /bank-ifsc-details` (interface.md, Banking and Payments). A code that is known by its bank alone is free. */
export const bankIfscDetails = defineEndpoint({
  id: 'bank-ifsc-details',
  method: 'GET',
  path: '/bank-ifsc-details',
  group: 'Banking and Payments',
  summary: 'Get the branch of an IFSC',
  envelope: modern,
  price: inr('0.50'),
  request: z.object({ ifsc: Ifsc }),
  data: Branch,
  errors: { IFSC_NOT_FOUND: { message: 'No bank has this IFSC' } },
  uses: IfscProvider,
  async handle({ request, provider, answer, fail }) {
    const branch = await provider.branch(request)
    return branch ? answer(branch, { billable: branch.details === 'branch' }) : fail('IFSC_NOT_FOUND')
  },
  fixtures: SCENARIOS,
})
