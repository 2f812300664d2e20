import { defineScope } from '@parakh/core'

export const walletsRead = defineScope('wallets:read', { for: 'branch', summary: 'See balances' })
export const walletsAlert = defineScope('wallets:alert', { for: 'branch', summary: 'Set balance thresholds' })
