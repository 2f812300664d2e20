import { defineErrorTable } from '@parakh/core'

/** What can be wrong with webhook endpoints and their deliveries. */
export const webhooksErrors = defineErrorTable('webhooks', {
  WEBHOOK_EVENT_UNKNOWN: 'No event is called {type}. Allowed: {allowed}, and a group such as order.*',
  WEBHOOK_OVERLAP_INVALID: 'Not an overlap: {seconds} seconds. Allowed: whole seconds from 0 to 604800 (7 days)',
  WEBHOOK_SECRET_INVALID: 'Not a webhook secret. Allowed: whsec_ and 24 to 64 bytes in base64',
  WEBHOOK_TARGET_NOT_ALLOWED: 'Events cannot be posted there: {detail}. Allowed: {allowed}',
})
