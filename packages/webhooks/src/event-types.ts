/** Events of the host itself (decisions.md section 9, docs/guides/plans.md); plugins have their own. */
export const HOST_EVENTS: readonly string[] = [
  'key.created',
  'key.exposed',
  'key.promoted',
  'key.revoked',
  'key.rotated',
  'plan.changed',
  'plan.ended',
  'plan.grace',
  'plan.renewed',
  'plan.subscribed',
  'plan.usage',
  'wallet.credited',
  'wallet.depleted',
  'wallet.low_balance',
  'webhook.disabled',
  'webhook.test',
]
