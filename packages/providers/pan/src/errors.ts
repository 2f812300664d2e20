import { defineErrors } from '@parakh/core'

/** The definite noes of the legacy endpoints: callers read the message alone, the code goes to the usage log. */
export const legacyErrors = defineErrors({
  NOT_LINKED: { message: 'The given UID is not linked to any PAN' },
  NO_DATA_FOUND: { message: 'no data found' },
  RECORD_NOT_FOUND: { message: 'record not found' },
  REQUEST_FAILED: { message: 'request failed' },
})
