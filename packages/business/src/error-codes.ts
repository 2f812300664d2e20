import { defineErrorTable } from '@parakh/core'

/** What can be wrong with prices, plans, funding and statements. */
export const businessErrors = defineErrorTable('business', {})
