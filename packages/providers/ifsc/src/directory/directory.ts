import * as z from 'zod'
import { type BranchRecord, IfscProvider } from '../contract.ts'
import { BRANCHES } from '../fixtures/branches.ts'
import { ImportedBranches } from './branches.ts'
import { type BankOfCode, CodeList } from './code-list.ts'

/** All that is known of a branch when only its bank is. */
const bankOnly = (ifsc: string, { bank, rails }: BankOfCode): BranchRecord => ({
  ifsc,
  bank,
  branch: null,
  address: null,
  city: null,
  district: null,
  state: null,
  contact: null,
  micr: null,
  neft: rails.neft ?? null,
  rtgs: rails.rtgs ?? null,
  imps: rails.imps ?? null,
  upi: rails.upi ?? null,
  details: 'bank',
})

/**
 * Answers offline, in this order: the imported table, the twenty true branches that come with the package, the bundled list
 * of all codes (`details: "bank"`), else that no bank has the code. It never invents.
 *
 * @example
 * ifsc({ live: directory({}) })
 */
export const directory = IfscProvider.implement({
  id: 'directory',
  local: true,
  options: z.strictObject({}),
  needs: { imported: ImportedBranches, codes: CodeList },
  make: ({ imported, codes }) => {
    const bundled = new Map(BRANCHES.map((branch) => [branch.ifsc, branch]))
    return {
      async branch({ ifsc }) {
        const known = codes.find(ifsc)
        const stored = (await imported.get(ifsc))?.branch
        // Some hundred rows of the published file name no bank.
        if (stored) return { ...stored, bank: stored.bank ?? known?.bank ?? null }
        return bundled.get(ifsc) ?? (known && bankOnly(ifsc, known))
      },
    }
  },
})
