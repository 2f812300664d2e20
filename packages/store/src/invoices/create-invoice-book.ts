import { type BillingDetails, type Clock, type Ids, type InvoiceBook, readCursor, writeCursor } from '@parakh/core'
import * as z from 'zod'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { InvoiceRow } from './invoice-row.ts'
import { invoiceOfMonth, issueInvoice } from './issue-invoice.ts'

const MOST = 1_000
const Place = z.tuple([Counted, z.string()])
const DetailsRow = z
  .object({
    ...{ account_id: z.string(), name: z.string(), gstin: z.string().nullable(), state_code: z.string() },
    address: z.string(),
  })
  .transform(
    ({ account_id, state_code, ...rest }): BillingDetails => ({
      ...rest,
      accountId: account_id,
      stateCode: state_code,
    }),
  )

/** What an invoice book is made from. */
export interface InvoiceBookOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Billing details and invoices on a database, which itself refuses to change an invoice.
 *
 * @example
 * const book = createInvoiceBook({ database, clock, ids })
 * const { items } = await book.list({ accountIds: null, cursor: null, limit: 100 })
 */
export function createInvoiceBook({ database, clock, ids }: InvoiceBookOptions): InvoiceBook {
  const { knex, table } = database

  async function findDetails(accountId: string, from = knex): Promise<BillingDetails | null> {
    const row: unknown = await from(table('billing_details')).where({ account_id: accountId }).first()
    return row === undefined ? null : DetailsRow.parse(row)
  }
  return {
    details: (accountId) => findDetails(accountId),
    async setDetails(details, actor) {
      const { accountId, name, gstin, stateCode, address } = details
      const after = { name, gstin, stateCode, address }
      await database.write(async (transaction) => {
        await requireAccount(transaction, database, accountId)
        const before = await findDetails(accountId, transaction)
        await transaction(table('billing_details'))
          .insert({ account_id: accountId, name, gstin, state_code: stateCode, address })
          .onConflict('account_id')
          .merge()
        await appendAudit(transaction, database, {
          ...{
            id: ids.next(),
            at: clock.now(),
            actor,
            accountId,
            action: 'billing.set',
            subject: `account/${accountId}`,
          },
          ...{ before: before && { ...before }, after },
        })
      })
      return { accountId, ...after }
    },
    issue: (invoice) => database.write((transaction) => issueInvoice(transaction, { database, ids }, invoice)),
    async get(number) {
      const row: unknown = await knex(table('invoice')).where({ number }).first()
      if (row === undefined) throw storeErrors.error('INVOICE_NOT_FOUND', { number })
      return InvoiceRow.parse(row)
    },
    async ownerOf(number) {
      const row: unknown = await knex(table('invoice')).where({ number }).first('account_id')
      return row === undefined ? null : z.object({ account_id: z.string() }).parse(row).account_id
    },
    ofMonth: (accountId, month) => invoiceOfMonth(knex, database, { accountId, month }),
    async list({ accountIds, cursor, limit }) {
      const wanted = Math.min(limit, MOST)
      const query = knex(table('invoice'))
        .orderBy([
          { column: 'issued_at', order: 'desc' },
          { column: 'number', order: 'desc' },
        ])
        .limit(wanted + 1)
      if (accountIds) query.whereIn('account_id', [...accountIds])
      if (cursor !== null) query.whereRaw('(issued_at, number) < (?, ?)', [...readCursor(cursor, Place)])
      const rows = z.array(InvoiceRow).parse(await query)
      const items = rows.slice(0, wanted)
      const last = items.at(-1)
      const next = rows.length > wanted && last ? writeCursor([last.issuedAt.getTime(), last.number]) : null
      return { items, next }
    },
  }
}
