import { indianDay } from '@parakh/core/formats'
import type { InvoiceParty } from '../contract/invoices.ts'
import type { InvoicingSection } from '../settings.ts'

const APRIL = 4
const BASIS_POINTS_PER_PERCENT = 100

/** The invoicing rules of a host (configuration section `invoicing`). */
export interface InvoicingRules {
  readonly seller: InvoiceParty
  /** The harmonised code (SAC) of the service, 4 to 8 digits. */
  readonly hsnSac: string
  /** 1,800 is 18 percent. */
  readonly rateBasisPoints: number
  /** Whether prices include the tax. */
  readonly pricesIncludeTax: boolean
  /** Series of invoices: 1 to 3 letters and digits. */
  readonly prefix: string
  /** Series of credit notes, different from that of invoices. */
  readonly creditNotePrefix: string
}

/** The financial year of a time, April to March in Asia/Kolkata: `2026-27`. */
export function financialYearOf(at: Date): string {
  const [year = 0, month = 0] = indianDay(at).split('-').map(Number)
  const first = month >= APRIL ? year : year - 1
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`
}

/** The rules of a section; null: it has no seller, so no invoices are issued. */
export const rulesOf = ({ seller, ratePercent, ...rules }: InvoicingSection): InvoicingRules | null =>
  seller ? { ...rules, seller, rateBasisPoints: Math.round(ratePercent * BASIS_POINTS_PER_PERCENT) } : null
