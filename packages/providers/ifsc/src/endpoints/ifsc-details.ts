import { defineEndpoint, inr, legacy } from '@parakh/core'
import { Ifsc } from '@parakh/core/formats'
import * as z from 'zod'
import { Branch, type BranchRecord, IfscProvider } from '../contract.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'

const text = z.string().nullable()
const rail = z.boolean().nullable()
/** The branch under the legacy names, all capitals. */
const LegacyBranch = z.object({
  BANK: text,
  BRANCH: text,
  CITY: text,
  DISTRICT: text,
  STATE: text,
  ADDRESS: text,
  CONTACT: text,
  IFSC: z.string(),
  MICR: text.describe('MICR code, nine characters'),
  IMPS: rail,
  NEFT: rail,
  RTGS: rail,
  UPI: rail,
})

const inCapitals = (branch: BranchRecord): z.input<typeof LegacyBranch> => ({
  BANK: branch.bank,
  BRANCH: branch.branch,
  CITY: branch.city,
  DISTRICT: branch.district,
  STATE: branch.state,
  ADDRESS: branch.address,
  CONTACT: branch.contact,
  IFSC: branch.ifsc,
  MICR: branch.micr,
  IMPS: branch.imps,
  NEFT: branch.neft,
  RTGS: branch.rtgs,
  UPI: branch.upi,
})

/** `GET /ifsc-details`, the legacy form of the same lookup (interface.md, Banking and Payments). */
export const ifscDetails = defineEndpoint({
  id: 'ifsc-details',
  method: 'GET',
  path: '/ifsc-details',
  group: 'Banking and Payments',
  summary: 'Get the branch of an IFSC (legacy)',
  envelope: legacy({ message: 'Record found' }),
  price: inr('0.75'),
  request: z.object({ ifsc: Ifsc }),
  data: z.object({ ifsc: z.string(), details: Branch.shape.details, data: LegacyBranch }),
  errors: { IFSC_NOT_FOUND: { message: 'request failed' } },
  uses: IfscProvider,
  async handle({ request, provider, answer, fail }) {
    const branch = await provider.branch(request)
    if (!branch) return fail('IFSC_NOT_FOUND')
    const { ifsc, details } = branch
    return answer({ ifsc, details, data: inCapitals(branch) }, { billable: details === 'branch' })
  },
  fixtures: SCENARIOS,
})
