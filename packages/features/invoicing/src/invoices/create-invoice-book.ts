import { Counted, readCursor, type TableAccess, writeCursor } from '@parakh/core'
import * as z from 'zod'
import type { BillingDetails, InvoiceBook } from '../contract/invoices.ts'
import { invoicingErrors } from '../error-codes.ts'
import { billingStatements } from '../tables/billing-statements.ts'
import { invoiceStatements } from '../tables/invoice-statements.ts'
import { invoiceOf } from './invoice-row.ts'
import { issueInvoice } from './issue-invoice.ts'

const MOST = 1_000
const Place = z.tuple([Counted, z.string()])

interface DetailsRow {
  readonly account_id: string
  readonly name: string
  readonly gstin: string | null
  readonly state_code: string
  readonly address: string
}
const detailsOf = ({ account_id, state_code, ...rest }: DetailsRow): BillingDetails => ({
  ...{ ...rest, accountId: account_id, stateCode: state_code },
})

/**
 * Billing details and invoices in tables, which refuse to change an invoice.
 *
 * @example
 * const book = createInvoiceBook({ tables })
 * const { items } = await book.list({ accountIds: null, cursor: null, limit: 100 })
 */
export function createInvoiceBook({ tables }: { readonly tables: TableAccess }): InvoiceBook {
  const find = (number: string) => tables.first(invoiceStatements.byNumber({ number }))
  return {
    async details(accountId) {
      const row = await tables.first(billingStatements.details({ account_id: accountId }))
      return row && detailsOf(row)
    },
    async setDetails(details, actor) {
      const { accountId, name, gstin, stateCode, address } = details
      const after = { name, gstin, stateCode, address }
      await tables.transaction(function* (tx) {
        yield* tx.account(accountId)
        const row = yield* tx.first(billingStatements.details({ account_id: accountId }))
        yield* tx.run(billingStatements.put({ account_id: accountId, name, gstin, state_code: stateCode, address }))
        yield* tx.audit({
          ...{ actor, accountId, action: 'billing.set', subject: `account/${accountId}` },
          ...{ before: row && { ...detailsOf(row) }, after },
        })
      })
      return { accountId, ...after }
    },
    issue: (invoice) => tables.transaction((tx) => issueInvoice(tx, invoice)),
    async get(number) {
      const row = await find(number)
      if (!row) throw invoicingErrors.error('INVOICE_NOT_FOUND', { number })
      return invoiceOf(row)
    },
    ownerOf: async (number) => (await find(number))?.account_id ?? null,
    async ofMonth(accountId, month) {
      const row = await tables.first(invoiceStatements.ofMonth({ account_id: accountId, month }))
      return row && invoiceOf(row)
    },
    async list({ accountIds, cursor, limit }) {
      const wanted = Math.min(limit, MOST)
      const [at, number] = cursor === null ? [null, null] : readCursor(cursor, Place)
      const asked = { accounts: accountIds && [...accountIds], limit: wanted + 1, before_at: at, before_number: number }
      const rows = await tables.rows(invoiceStatements.newest(asked))
      const items = rows.slice(0, wanted).map(invoiceOf)
      const last = items.at(-1)
      const next = rows.length > wanted && last ? writeCursor([last.issuedAt.getTime(), last.number]) : null
      return { items, next }
    },
  }
}
