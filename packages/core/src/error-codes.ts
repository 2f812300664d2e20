import { defineErrorTable } from './errors.ts'

/** The errors that core throws. */
export const coreErrors = defineErrorTable('core', {
  ACCOUNT_CLOSED: 'The account {id} is closed, and a closed account cannot be changed',
  ACCOUNT_NAME_INVALID: 'The account name is invalid: it has {length} characters. Allowed: 1 to 120 printable ones',
  ACCOUNT_OWES:
    'The account {id} owes {owed} INR in {environment}, and was not closed. Allowed: closing it once that is repaid, by a credit or by an adjustment that waives it',
  ACCOUNT_PARENT_CIRCULAR: 'The account {id} cannot be moved below {parent}, which is below it',
  ACCOUNT_PARENT_NOT_ALLOWED: 'An account of role {role} cannot be below one of role {parent}. Allowed: {allowed}',
  CALL_NOT_REFUNDABLE: {
    text: 'The call {reference} has nothing to give back: {detail}. Allowed: a call that was charged, used a unit of a plan or waits with its hold, once',
    status: 409,
  },
  CURSOR_INVALID: 'Not a cursor of this collection. Allowed: the cursor that the page before gave, or none',
  FORBIDDEN: { text: '{detail}', status: 403 },
  IDENTITY_NUMBER_NOT_ALLOWED:
    'The {field} is an Aadhaar number or a PAN, and this field is stored unencrypted. Allowed: any other text',
  INVALID_AMOUNT: 'The amount {text} is invalid. Allowed: rupees with at most two decimals, such as 5.50',
  INVALID_CONFIGURATION: 'The configuration has {count} fault(s)',
  INVALID_OPTIONS: '{detail}',
  INVALID_PRICE: 'The price of {value} micro-rupees is invalid. Allowed: an integer of micro-rupees, zero or more',
  KEYS_NOT_DELEGATED: {
    text: 'Accounts above the account {id} cannot issue or widen its keys: it has an owner, or it does not delegate its keys. An owner of the account or an operator can allow it: accounts delegate-keys',
    status: 403,
  },
  INVALID_REASON:
    'The reason is invalid: it has {length} characters, or characters that cannot be printed. Allowed: 1 to 500 printable ones',
  INVALID_REFERENCE:
    "The reference is invalid: {detail}. Allowed: 1 to 128 printable ASCII characters, not beginning with 'funding/'",
  ERASURE_JOURNAL_ABSENT: 'No erasure journal is configured. Allowed: a file under retention.erasureJournal',
  ERASURES_NOT_REPLAYED: {
    text: '{count} calls about people who were erased are in this backup again. Allowed: `parakh subjects replay-journal`, then the same again',
    status: 409,
  },
  ERASURE_REFUSED:
    'Nothing was erased: {count} calls about this person are kept by law until {until} at the latest ({reason}). Allowed: again after that, or other days under retention.erasure',
  KYC_DOCUMENTS_INVALID:
    'The documents cannot be submitted: {detail}. Allowed: 1 to 20 kinds with references to where they are stored, without an identity number',
  KYC_FILE_INVALID: 'The file {detail}. Allowed: a PDF, JPEG or PNG, known by its first bytes',
  KYC_FILE_IN_USE: 'The file {id} is submitted and waits for a decision. Allowed: files that are not submitted',
  KYC_FILE_NOT_FOUND: 'The account has no file {id}; files are erased after their retention',
  KYC_FILE_TOO_LARGE: 'The file has {bytes} bytes. Allowed: at most 5 MB (5242880 bytes)',
  KYC_FILES_TOO_MANY: 'The account has {most} files, the most that are allowed. Allowed: discard one first',
  KYC_MOVE_NOT_ALLOWED: {
    text: 'The KYC of the account {id} is {from} and cannot become {to}. Allowed: {allowed}',
    status: 409,
  },
  LEDGER_NOT_VERIFIED: {
    text: 'Paid calls stay stopped: {count} invariant(s) are broken, the first is {invariant}, {detail}. Allowed: a ledger that verifies; `parakh ledger verify` lists all faults',
    status: 409,
  },
  MAIL_NOT_SENT: { text: 'The email could not be sent ({reason}). Retry in a few minutes', status: 503 },
  MAIL_REFUSED: { text: 'The mail server refuses this email address. Check the address', status: 422 },
  MONEY_IN_RECOVERY: {
    text: 'This database was restored, and its head is not compared yet. Allowed: `parakh ledger resume --head` with the head that was kept outside',
    status: 409,
  },
  NONCE_LIFE_INVALID: 'A nonce cannot be remembered for {seconds} s. Allowed: 1 to 604,800',
  NOT_FOUND: { text: 'There is {detail}', status: 404 },
  OPERATION_INVALID: 'The operation {id} is invalid: {detail}',
  OPERATOR_NAME_INVALID:
    'The operator name "{name}" is invalid. Allowed: 1 to 64 of a-z, 0-9 and . _ @ - (capitals become lower case), not "system" or "admin"; on the command line by --as',
  PEOPLE_NOT_DELEGATED: {
    text: 'Accounts above the account {id} cannot manage its people: it has an owner, or it does not delegate its people. An owner of the account or an operator can allow it: accounts delegate-people',
    status: 403,
  },
  PRICE_INVALID: '{what} of "{endpoint}" is {found} INR by {by}. Allowed: {allowed}',
  PRICE_TIER_REQUIRED: 'The endpoint {endpoint} is sold by tiers, so a price is for one of them. Allowed: {allowed}',
  PRICE_TIER_UNKNOWN: 'The endpoint {endpoint} has no tier "{tier}". Allowed: {allowed}',
  PRICING_CHANGED:
    'The tree of accounts, or what depends on it such as a price or a rate, changed while this change was checked against it. Allowed: the same again',
  SCOPE_MISSING: { text: 'This credential has not the scope {scope}, or its account may not have it', status: 403 },
  STEP_UP_REQUIRED: {
    text: 'This needs a proof of the last 10 minutes that it is you. Allowed: the same again after a proof by {methods}',
    status: 403,
  },
  SUBJECT_INVALID:
    'The auth scheme "{scheme}" proved a subject that cannot be kept. Allowed: 1 to 128 printable ASCII characters, and a version that is a whole number from 0',
  VALIDATION_FAILED: { text: 'Some fields are not valid{note}', status: 422 },
})
