import { defineErrorTable } from '@parakh/core'

/** What can be wrong with webhook endpoints and their deliveries. */
export const webhooksErrors = defineErrorTable('webhooks', {})
