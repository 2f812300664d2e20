import { defineErrorTable } from './errors.ts'

/** Errors that core itself throws. */
export const coreErrors = defineErrorTable('core', {
  INVALID_AMOUNT: 'Not an amount: {text}. Allowed: rupees with at most two decimals, such as 5.50',
  INVALID_CONFIGURATION: 'The configuration has {count} fault(s)',
  INVALID_OPTIONS: '{detail}',
  INVALID_REASON:
    'Not a reason: it has {length} characters or some that cannot be printed. Allowed: 1 to 500 printable ones',
})
