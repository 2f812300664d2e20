import { type Money, type Page, token } from '@parakh/core'

/** The seller or the buyer, as an invoice names them. */
export interface InvoiceParty {
  readonly name: string
  /** Null: not registered. */
  readonly gstin: string | null
  /** The two digits of GST: `29` is Karnataka. */
  readonly stateCode: string
  readonly address: string
}
/** The buyer: name, address and GST registration on an account's invoices. */
export interface BillingDetails extends InvoiceParty {
  readonly accountId: string
}
/** A line of an invoice. */
export interface InvoiceLine {
  /** The endpoint, or another service. */
  readonly description: string
  /** Harmonised code of the service. */
  readonly hsnSac: string
  /** Calls, less refunded ones. */
  readonly quantity: number
  /** Without tax; whole paise. The sum of all lines is the invoice's amount. Below zero if more was refunded than used. */
  readonly taxable: Money
}
/** An amount with its tax: whole paise each, and `total` is the sum of the others. */
export interface InvoiceAmounts {
  readonly taxable: Money
  /** Central tax, within a state. */
  readonly cgst: Money
  /** State or union territory tax, within a state; equal to the central tax. */
  readonly sgst: Money
  /** Integrated tax, across states. */
  readonly igst: Money
  readonly total: Money
}
/** A tax invoice, or a credit note that takes back part of one. Once issued, never changed. */
export interface Invoice extends InvoiceAmounts {
  readonly kind: 'invoice' | 'credit_note'
  /** `INV/26-27/000001`: at most 16 characters, without a gap in its series and financial year. */
  readonly number: string
  /** `INV`. */
  readonly series: string
  /** Of the day on which it was issued, April to March in Asia/Kolkata: `2026-27`. */
  readonly financialYear: string
  /** 1 for the first. */
  readonly sequence: number
  readonly accountId: string
  /** The billed month, `YYYY-MM`; null on a credit note. */
  readonly month: string | null
  /** The number of the invoice that a credit note is of. */
  readonly invoice: string | null
  /** Why a credit note was issued. */
  readonly reason: string | null
  readonly seller: InvoiceParty
  readonly buyer: InvoiceParty
  /** The state of supply. */
  readonly placeOfSupply: string
  /** 1,800 is 18 percent. */
  readonly rateBasisPoints: number
  readonly lines: readonly InvoiceLine[]
  readonly issuedAt: Date
  /** Who issued it. */
  readonly issuedBy: string
}
/** An invoice without its number. */
export type NewInvoice = Omit<Invoice, 'number' | 'sequence'>

/** The storage of billing details and invoices. */
export interface InvoiceBook {
  details(accountId: string): Promise<BillingDetails | null>
  /** @throws `ACCOUNT_NOT_FOUND` */
  setDetails(details: BillingDetails, actor: string): Promise<BillingDetails>
  /**
   * Issues a document. Its number is the next of its series and financial year, assigned in the same transaction: numbers have no gaps
   * and are never used twice.
   *
   * @returns The existing invoice of that account and month, if one was issued before.
   * @throws `CREDIT_NOTE_TOO_HIGH` (all credit notes of an invoice together are more than its total), `INVOICE_NOT_FOUND` (that a credit
   *   note is of), `INVOICE_SERIES_FULL`
   */
  issue(invoice: NewInvoice): Promise<{ readonly invoice: Invoice; readonly issued: boolean }>
  /** @throws `INVOICE_NOT_FOUND` */
  get(number: string): Promise<Invoice>
  /** The account of an invoice or a credit note; null where there is none. */
  ownerOf(number: string): Promise<string | null>
  /** The invoice of an account and month; null where none was issued. */
  ofMonth(accountId: string, month: string): Promise<Invoice | null>
  /** Newest first. @throws `CURSOR_INVALID` */
  list(query: InvoiceQuery): Promise<Page<Invoice>>
}
/** The rows of a server's invoices. */
export const InvoiceBook = token<InvoiceBook>('invoicing.invoice-book', { broughtBy: '@parakh/invoicing' })
/** A query for invoices. */
export interface InvoiceQuery {
  /** Null: of all accounts. */
  readonly accountIds: readonly string[] | null
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/** GST invoices for production usage. */
export interface Invoices {
  details(accountId: string): Promise<BillingDetails | null>
  /** @throws `ACCOUNT_NOT_FOUND`, `BILLING_DETAILS_INVALID` */
  setDetails(details: BillingDetails, actor: string): Promise<BillingDetails>
  /**
   * Issues the invoice of a past month: its charges less its refunds, by endpoint. Idempotent: a month has one invoice.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `BILLING_DETAILS_MISSING`, `INVOICE_MONTH_OPEN`, `INVOICE_NOTHING`, `INVOICING_NOT_SET`,
   *   `STATEMENT_ARCHIVED`, `STATEMENT_MONTH_INVALID`
   */
  issue(month: {
    readonly accountId: string
    readonly month: string
    readonly actor: string
  }): Promise<{ readonly invoice: Invoice; readonly issued: boolean }>
  /**
   * Issues a credit note for a part of an invoice, tax included, at the invoice's rate.
   *
   * @throws `CREDIT_NOTE_TOO_HIGH`, `INVALID_AMOUNT`, `INVALID_REASON`, `INVOICE_NOT_FOUND`, `INVOICING_NOT_SET`
   */
  credit(note: {
    readonly invoice: string
    /** With tax; whole paise, above zero. */
    readonly amount: Money
    readonly reason: string
    readonly actor: string
  }): Promise<Invoice>
  /** An invoice or a credit note. @throws `INVOICE_NOT_FOUND` */
  get(number: string): Promise<Invoice>
  /** @throws `CURSOR_INVALID` */
  list(query: InvoiceQuery): Promise<Page<Invoice>>
  /** @throws `INVOICE_NOT_FOUND`, `PDF_NOT_SET` */
  pdf(number: string): Promise<Uint8Array>
}
/** The invoices of a server. */
export const Invoices = token<Invoices>('invoicing.invoices', { broughtBy: '@parakh/invoicing' })
