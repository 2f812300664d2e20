import { defineErrors } from '@parakh/core'

/** The definite no of both endpoints: callers read the message alone, the code goes to the usage log. */
export const legacyErrors = defineErrors({ RECORD_NOT_FOUND: { message: 'record not found' } })
