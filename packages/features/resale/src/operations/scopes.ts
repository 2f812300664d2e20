import { defineScope } from '@parakh/core'

/** Sees prices and quotes. */
export const pricesRead = defineScope('prices:read', { for: 'branch', summary: 'See prices and quotes' })
/** Sets prices. */
export const pricesWrite = defineScope('prices:write', {
  for: 'super_admin',
  summary: 'Set prices: a super admin those of accounts and roles below it',
})
/** Sees commission. */
export const commissionsRead = defineScope('commissions:read', { for: 'branch', summary: 'See commission' })
/** Sets rates, converts commission. */
export const commissionsWrite = defineScope('commissions:write', {
  for: 'branch',
  summary: 'Set the rates of accounts below, convert commission',
})
/** Sees provider costs. */
export const costsRead = defineScope('costs:read', { for: 'operators', summary: 'See provider costs and margins' })
/** Sets provider costs. */
export const costsWrite = defineScope('costs:write', {
  for: 'operators',
  summary: 'Set costs, reconcile invoices of providers',
})
/** Sees brands: a scope of the platform, which the host declares alike. */
export const accountsRead = defineScope('accounts:read', { for: 'branch', summary: 'See accounts' })
/** Sets brands. */
export const brandsWrite = defineScope('brands:write', {
  for: 'branch',
  summary: 'Set and clear the brands of accounts, at hosts that are proven',
})
