import { inr, zero } from '@parakh/core'
import type { MakeSubject } from '@parakh/testkit'
import { InvoiceBook } from '../src/index.ts'

/** What operations of invoicing name. */
export const invoicingSubjects: Readonly<Record<string, MakeSubject>> = {
  invoice_number: async (host, { accountId }) => {
    const party = { name: 'Acme', gstin: null, stateCode: '29', address: 'Bengaluru' }
    const amounts = { taxable: inr('1'), cgst: zero, sgst: zero, igst: zero, total: inr('1') }
    const { invoice } = await host.get(InvoiceBook).issue({
      ...{ kind: 'invoice', series: 'INV', financialYear: '2026-27', accountId, month: '2026-10', invoice: null },
      ...{ reason: null, seller: party, buyer: party, placeOfSupply: '29', rateBasisPoints: 0, lines: [], ...amounts },
      ...{ issuedAt: new Date(), issuedBy: 'test' },
    })
    return invoice.number
  },
}
