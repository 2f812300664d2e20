import { defineScope } from '@parakh/core'

/** Sees endpoints and deliveries. */
export const webhooksRead = defineScope('webhooks:read', {
  for: 'branch',
  summary: 'See webhook endpoints and deliveries',
})
/** Changes endpoints, and replays. */
export const webhooksWrite = defineScope('webhooks:write', {
  for: 'branch',
  summary: 'Change webhook endpoints, replay deliveries',
})
