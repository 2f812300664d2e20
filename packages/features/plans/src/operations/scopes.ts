import { defineScope } from '@parakh/core'

/** Sees plans and subscriptions. */
export const plansRead = defineScope('plans:read', { for: 'branch', summary: 'See plans and subscriptions' })
/** Subscribes, upgrades and downgrades. */
export const plansSubscribe = defineScope('plans:subscribe', {
  for: 'branch',
  summary: 'Subscribe, upgrade and downgrade: an account only for itself',
})
/** Assigns plans to accounts below. */
export const plansWrite = defineScope('plans:write', {
  for: 'super_admin',
  summary: 'Assign plans to accounts below: includes plans:subscribe',
  includes: ['plans:subscribe'],
})
