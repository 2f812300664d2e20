import { defineSettings, type PluginFault } from '@parakh/core'
import { flag } from '@parakh/core/fields'
import { GST_STATES, Gstin } from '@parakh/core/formats'
import * as z from 'zod'

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

const Seller = z
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
  })

/** The section of invoicing (docs/guides/statements.md). */
export const InvoicingSettings = defineSettings(
  'invoicing',
  z.object({
    seller: Seller.optional().describe('Who invoices; without it no invoices are issued'),
    hsnSac: z
      .string()
      .regex(/^[0-9]{4,8}$/, 'must be 4 to 8 digits')
      .default('998439')
      .describe('Harmonised code (SAC) of the service'),
    ratePercent: Rate.default(18).describe('The GST rate; within a state half of it is central and half state tax'),
    pricesIncludeTax: flag().default(true).describe('False: the tax is added to what was charged'),
    monthly: z
      .strictObject({
        invoices: flag()
          .default(false)
          .describe('True: issued once the month is over, for accounts with billing details'),
        statements: flag().default(false).describe('True: the event statement.ready once the month is over'),
      })
      .prefault({})
      .describe('What is done by itself once a month is over; @parakh/alerts mails it'),
    prefix: Series.default('INV').describe('Prefix of invoice numbers'),
    creditNotePrefix: Series.default('CRN').describe('Prefix of credit note numbers, different from that of invoices'),
  }),
)
/** The section as it was read. */
export type InvoicingSection = z.output<(typeof InvoicingSettings)['definition']['schema']>

/** Invoices and credit notes are numbered apart, and somebody issues those of a month. */
export const checkSeries = ({
  prefix,
  creditNotePrefix,
  monthly,
  seller,
}: Pick<InvoicingSection, 'prefix' | 'creditNotePrefix' | 'monthly' | 'seller'>): readonly PluginFault[] => [
  ...(monthly.invoices && seller === undefined
    ? [{ path: 'monthly.invoices', message: 'issues invoices, and there is no seller', allowed: 'true with a seller' }]
    : []),
  ...(prefix === creditNotePrefix
    ? [
        {
          path: 'creditNotePrefix',
          message: 'must not be prefix: invoices and credit notes are numbered apart',
          allowed: 'two different prefixes, such as INV and CRN',
        },
      ]
    : []),
]
