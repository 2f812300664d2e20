import { GST_STATES, Gstin } from '@parakh/core/formats'
import * as z from 'zod'
import { flag } from './numeric.ts'

const Series = z
  .string()
  .regex(/^[A-Z0-9]{1,3}$/, 'must be 1 to 3 capital letters and digits: a number has at most 16 characters')
const Rate = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be percent with at most two decimals, below 100, such as 18')
      .transform(Number),
  )

/** The section `invoicing`. Without it no invoices are issued. */
export const InvoicingSchema = z
  .strictObject({
    seller: z
      .strictObject({
        name: z.string().min(1).max(120).describe('The legal name'),
        gstin: Gstin,
        stateCode: z
          .string()
          .refine((code) => GST_STATES.has(code), 'is no state code of GST')
          .describe('Two digits, such as "29": those that the GSTIN begins with'),
        address: z.string().min(1).max(300),
      })
      .refine(({ gstin, stateCode }) => gstin.startsWith(stateCode), {
        path: ['stateCode'],
        message: 'must be the two digits that the GSTIN begins with',
      }),
    hsnSac: z
      .string()
      .regex(/^[0-9]{4,8}$/, 'must be 4 to 8 digits')
      .default('998439')
      .describe('Harmonised code of what is sold'),
    ratePercent: Rate.default(18).describe('Of GST; half of it to the centre and half to the state, within a state'),
    pricesIncludeTax: flag().default(true).describe('False: the tax is added to what was charged'),
    prefix: Series.default('INV').describe('Begins the numbers of invoices'),
    creditNotePrefix: Series.default('CRN').describe('Begins the numbers of credit notes; another one'),
  })
  .refine(({ prefix, creditNotePrefix }) => prefix !== creditNotePrefix, {
    path: ['creditNotePrefix'],
    message: 'must not be prefix: invoices and credit notes are numbered apart',
  })
/** The input of `InvoicingSchema`. */
export type InvoicingSection = z.output<typeof InvoicingSchema>
