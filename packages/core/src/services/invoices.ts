import type { Money } from '../money.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'

/** Who sells, or who buys, as an invoice names them. */
export interface InvoiceParty {
  readonly name: string
  /** Null: not registered. */
  readonly gstin: string | null
  /** The two digits of GST: `29` is Karnataka. */
  readonly stateCode: string
  readonly address: string
}
/** Who buys: the name, address and registration that the invoices of an account bear. */
export interface BillingDetails extends InvoiceParty {
  readonly accountId: string
}
/** What was bought. */
export interface InvoiceLine {
  /** The endpoint, or what else was sold. */
  readonly description: string
  /** Harmonised code of the service. */
  readonly hsnSac: string
  /** Calls, less those that were refunded. */
  readonly quantity: number
  /** Without tax; whole paise. All lines together are the invoice's. Below zero where more was returned than used. */
  readonly taxable: Money
}
/** An amount with its tax: whole paise each, and `total` is the sum of the others. */
export interface InvoiceAmounts {
  readonly taxable: Money
  /** Central tax, within a state. */
  readonly cgst: Money
  /** State or union territory tax, within a state; as much as the central one. */
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
  /** What was bought in it, `YYYY-MM`; null on a credit note. */
  readonly month: string | null
  /** The number of the invoice that a credit note is of. */
  readonly invoice: string | null
  /** Why a credit note was issued. */
  readonly reason: string | null
  readonly seller: InvoiceParty
  readonly buyer: InvoiceParty
  /** The state whose tax it is. */
  readonly placeOfSupply: string
  /** 1,800 is 18 percent. */
  readonly rateBasisPoints: number
  readonly lines: readonly InvoiceLine[]
  readonly issuedAt: Date
  /** Who issued it. */
  readonly issuedBy: string
}
/** What is issued: all but its number. */
export type NewInvoice = Omit<Invoice, 'number' | 'sequence'>

/** Billing details and invoices, as a store keeps them. */
export interface InvoiceBook {
  details(accountId: string): Promise<BillingDetails | null>
  /** @throws `ACCOUNT_NOT_FOUND` */
  setDetails(details: BillingDetails, actor: string): Promise<BillingDetails>
  /**
   * Issues a document. Its number is the next of its series and financial year, taken in the same transaction: one that is not
   * committed took none, and two at the same time take two.
   *
   * @returns The invoice of that account and month where one was issued before.
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
/** Which invoices are asked for. */
export interface InvoiceQuery {
  /** Null: of all accounts. */
  readonly accountIds: readonly string[] | null
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/** GST invoices of what was used in production. */
export interface Invoices {
  details(accountId: string): Promise<BillingDetails | null>
  /** @throws `ACCOUNT_NOT_FOUND`, `BILLING_DETAILS_INVALID` */
  setDetails(details: BillingDetails, actor: string): Promise<BillingDetails>
  /**
   * Issues the invoice of a month that is over: its charges, less what was returned in it, by endpoint. A month has one; the same
   * again gives that one.
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
   * Takes back part of an invoice, tax included, at the invoice's rate.
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
  /** @throws `INVOICE_NOT_FOUND` */
  pdf(number: string): Promise<Uint8Array>
}
/** The invoices of a server. */
export const Invoices = token<Invoices>('core.invoices')
