import { defineErrorTable } from './errors.ts'

/** Errors that core itself throws. */
export const coreErrors = defineErrorTable('core', {
  ACCOUNT_CLOSED: 'The account {id} is closed, and a closed account stays as it is',
  ACCOUNT_NAME_INVALID: 'Not a name of an account: it has {length} characters. Allowed: 1 to 120 printable ones',
  ACCOUNT_OWES:
    'The account {id} owes {owed} INR in {environment}, and was not closed. Allowed: closing it once that is repaid, by a credit or by an adjustment that waives it',
  ACCOUNT_PARENT_CIRCULAR: 'The account {id} cannot stand under {parent}, which stands under it',
  ACCOUNT_PARENT_NOT_ALLOWED: 'An account of role {role} cannot stand under one of role {parent}. Allowed: {allowed}',
  BRAND_INVALID: 'The brand cannot be set: {detail}',
  FUNDING_NOT_FOUND: 'There is no funding {id}, or it is a suspense item that is no longer open',
  IDENTITY_NUMBER_NOT_ALLOWED:
    'The {field} is an Aadhaar number or a PAN, and it is kept in clear. Allowed: any other text',
  INVALID_AMOUNT: 'Not an amount: {text}. Allowed: rupees with at most two decimals, such as 5.50',
  INVALID_CONFIGURATION: 'The configuration has {count} fault(s)',
  INVALID_OPTIONS: '{detail}',
  INVALID_REASON:
    'Not a reason: it has {length} characters or some that cannot be printed. Allowed: 1 to 500 printable ones',
  INVALID_REFERENCE:
    "Not a reference: {detail}. Allowed: 1 to 128 printable ASCII characters, not beginning with 'funding/'",
  KYC_DOCUMENTS_INVALID:
    'The documents cannot be submitted: {detail}. Allowed: 1 to 20 kinds with references of where they are kept, without an identity number',
  KYC_MOVE_NOT_ALLOWED: 'The KYC of the account {id} is {from} and cannot become {to}. Allowed: {allowed}',
  OPERATOR_NAME_INVALID:
    'No operator is called "{name}". Allowed: 1 to 64 of a-z, 0-9 and . _ @ - (capitals are made small), not "system" or "admin"; on the command line by --as',
})
