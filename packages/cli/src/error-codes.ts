import { defineErrorTable } from '@parakh/core'

/** Errors that the command itself finds; those of the host and the store keep their own codes. */
export const cliErrors = defineErrorTable('cli', {
  ACCOUNT_NOT_FOUND: 'There is no account {id}',
  CONFIGURATION_NOT_FOUND:
    'No configuration: {looked}. Allowed: --config FILE, the variable PARAKH_CONFIG, or parakh.yaml or parakh.config.ts in this folder',
  WRONG_USAGE: '{detail}',
  COST_INVOICE_UNREADABLE: 'The invoice {file} cannot be read. Allowed: a CSV file that is there',
  EXPIRY_IN_THE_PAST: 'The key would have ended at {expires}. Allowed: a day or a time that is still to come',
  ENDPOINT_UNKNOWN: 'No endpoint is called {names}. Allowed: {allowed}',
  HEAD_REQUIRED:
    'This database was restored, and its head is {head}. Allowed: --head with the head that was kept outside, which must be one of this ledger',
  LEDGER_NOT_VERIFIED:
    'Paid calls stay stopped: {count} invariant(s) are broken, the first is {invariant}, {detail}. Allowed: a ledger that holds; `parakh ledger verify` lists everything',
})
