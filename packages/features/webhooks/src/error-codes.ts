import { defineErrorTable } from '@parakh/core'

/** What can be wrong with webhook endpoints and their deliveries. */
export const webhooksErrors = defineErrorTable('webhooks', {
  WEBHOOK_DISABLED: 'The webhook endpoint {id} is disabled. Allowed: an enabled one; it can be enabled again',
  WEBHOOK_EVENT_NOT_FOUND: 'There is no event {id}, or it is past its retention',
  WEBHOOK_EVENT_UNKNOWN: 'The event type {type} does not exist. Allowed: {allowed}, and a group such as order.*',
  WEBHOOK_NOT_FOUND: 'There is no webhook endpoint {id}',
  WEBHOOK_OVERLAP_INVALID:
    'The overlap of {seconds} seconds is invalid. Allowed: whole seconds from 0 to 604800 (7 days)',
  WEBHOOK_REPLAY_TOO_LARGE:
    'The range has {events} events. Allowed: at most {cap} at once; narrow it by --since and --until',
  WEBHOOK_SECRET_INVALID: 'The webhook secret is invalid. Allowed: whsec_ and 24 to 64 bytes in base64',
  WEBHOOK_TARGET_NOT_ALLOWED: 'The webhook URL is not allowed: {detail}. Allowed: {allowed}',
  WEBHOOK_TOO_MANY: 'The account has {most} webhook endpoints in this environment, the most that are allowed',
})
