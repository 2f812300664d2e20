import { Identifier } from '@parakh/core'
import { inventedPan, PERSONS, personOf, type SandboxPerson } from '@parakh/core/sandbox-people'
import * as z from 'zod'
import { PanProvider } from './contract.ts'
import { detailsOf, linkOf, verificationOf } from './fixtures.ts'

const persons: readonly SandboxPerson[] = Object.values(PERSONS)
const inCapitals = (name: string): string => name.trim().replace(/\s+/g, ' ').toUpperCase()

/** Somebody of the table, or somebody whom nobody else is: a name that is not of the table must not be given a PAN that is. */
function panOf(name: string, told: { readonly dob: string } | { readonly mobile: string }): string {
  const [field, value] = Object.entries(told)[0] ?? []
  const known = persons.find((person) => person.name === name && person[field as keyof SandboxPerson] === value)
  return known?.pan ?? inventedPan(`${name} ${value}`)
}

/** Answers sandbox input that no fixture lists, by the persons and companies of the sandbox (decisions.md section 13). */
export const sandbox = PanProvider.implement({
  id: 'sandbox',
  options: z.strictObject({}),
  local: true,
  make: () => ({
    async find({ name: given, dob }) {
      const name = inCapitals(given)
      return { pan: panOf(name, { dob }), name, dob, match_score: 98, status: 'ACTIVE' }
    },
    async byAadhaar({ aadhaar }) {
      const { pan } = personOf(Identifier.text(aadhaar))
      return pan === null ? null : { pan }
    },
    details: async ({ pan }) => detailsOf(pan),
    async byMobile({ name: given, mobile }) {
      const name = inCapitals(given)
      return { pan: panOf(name, { mobile }), name, mobile }
    },
    link: async ({ pan }) => linkOf(pan),
    verify: async ({ pan }) => verificationOf(pan),
  }),
})
