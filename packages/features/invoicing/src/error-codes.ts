import { defineErrorTable } from '@parakh/core'

/** The errors of statements and invoices. */
export const invoicingErrors = defineErrorTable('invoicing', {
  BILLING_DETAILS_INVALID: 'The billing details are invalid: {detail}',
  BILLING_DETAILS_MISSING: 'The account {account} has no billing details. Allowed: once they are set',
  CREDIT_NOTE_TOO_HIGH:
    'A credit note of {amount} INR is more than what is left of the invoice {number}, {left} INR. Nothing was issued',
  INVOICE_MONTH_OPEN: 'The month {month} is not over. Allowed: its invoice from {from} on',
  INVOICE_NOTHING: 'The account {account} has nothing to invoice for {month}. Nothing was issued',
  INVOICE_NOT_FOUND: 'There is no invoice {number}',
  INVOICE_SERIES_FULL:
    'The series {series} of {financialYear} has all {most} numbers that it can have. Allowed: another prefix in invoicing of the configuration',
  INVOICING_NOT_SET: 'This host issues no invoices. Allowed: invoicing with a seller in the configuration',
  PDF_NOT_SET:
    'This host draws no PDF. Allowed: JSON or CSV; for a PDF the plugin @parakh/documents in the configuration',
  STATEMENT_CHANGED:
    'The entries of this period changed while they were read (version {version}): they were archived. Allowed: the same request again',
  STATEMENT_MONTH_INVALID: 'The month {month} is invalid. Allowed: a month such as 2026-11',
  STATEMENT_TOO_LONG: 'The statement has more than {most} lines, too many for {what}. Allowed: {allowed}',
})
