import { defineProvider, operation } from '@parakh/core'
import { Ifsc } from '@parakh/core/formats'
import * as z from 'zod'

const text = z.string().nullable().default(null)
const rail = z.boolean().nullable().default(null)

/** What is known about a branch. Null is not known, never a guess; what a provider leaves out is not known either. */
export const Branch = z.object({
  ifsc: Ifsc,
  bank: text.describe('Name of the bank; null for the few codes whose bank has no published name'),
  branch: text.describe('Name of the branch'),
  address: text.describe('Postal address as published'),
  city: text,
  district: text,
  state: text,
  contact: text.describe('Telephone number'),
  micr: text.describe('MICR code, nine characters'),
  neft: rail.describe('Whether the branch takes NEFT'),
  rtgs: rail.describe('Whether the branch takes RTGS'),
  imps: rail.describe('Whether the branch takes IMPS'),
  upi: rail.describe('Whether the branch takes UPI'),
  details: z
    .enum(['branch', 'bank'])
    .default('branch')
    .describe('"branch": the branch is known. "bank": the code exists, only its bank is known, and the call is free'),
})

/** One branch. */
export type BranchRecord = z.output<typeof Branch>

/**
 * What the plugin asks of the world: the branch of an IFSC; null where no bank has the code.
 *
 * @example
 * const mine = IfscProvider.implement({
 *   id: 'mine', options: z.object({}),
 *   make: () => ({ branch: async ({ ifsc }) => lookUp(ifsc) }),
 * })
 */
export const IfscProvider = defineProvider('ifsc', {
  branch: operation({ effect: 'read', input: z.object({ ifsc: Ifsc }), same: ['ifsc'], output: Branch }),
})
