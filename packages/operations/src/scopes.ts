import { defineScope } from '@parakh/core'

export const accountsRead = defineScope('accounts:read', { for: 'branch', summary: 'See accounts' })
export const accountsWrite = defineScope('accounts:write', {
  for: 'branch',
  summary: 'Open, rename, move, suspend and close accounts below; grant and revoke APIs',
})
export const alertsRead = defineScope('alerts:read', {
  for: 'branch',
  summary: 'See what needs an act, of what other scopes allow',
})
export const auditRead = defineScope('audit:read', { for: 'branch', summary: 'See the audit log' })
export const breachExport = defineScope('breach:export', {
  for: 'operators',
  summary: 'Export what a key, a token or a person has seen and could have seen',
})
export const callsRefund = defineScope('calls:refund', {
  for: 'operators',
  summary: 'Give back what a call cost',
})
export const consentsRead = defineScope('consents:read', {
  for: 'branch',
  summary: 'See consents that calls were made under, and standing declarations of consent',
})
export const consentsWrite = defineScope('consents:write', {
  for: 'operators',
  summary: 'Write down and end standing declarations of consent',
})
export const consentsWithdraw = defineScope('consents:withdraw', {
  for: 'branch',
  summary: 'Withdraw consents by their references',
})
export const keysRead = defineScope('keys:read', { for: 'branch', summary: 'See API keys, without secrets' })
export const keysWrite = defineScope('keys:write', {
  for: 'branch',
  summary: 'Issue, label, restrict, rotate, promote and revoke API keys',
})
export const kycApprove = defineScope('kyc:approve', { for: 'operators', summary: 'Approve or reject KYC' })
export const ordersRead = defineScope('orders:read', {
  for: 'branch',
  summary: 'See orders and other asynchronous calls',
})
export const retentionRead = defineScope('retention:read', { for: 'operators', summary: 'See retention times' })
export const retentionWrite = defineScope('retention:write', {
  for: 'operators',
  summary: 'Purge data past its retention',
})
export const sourcesTest = defineScope('sources:test', {
  for: 'operators',
  summary: 'Send a request to a source, outside any call, and see its record',
})
export const subjectsRead = defineScope('subjects:read', {
  for: 'operators',
  summary: 'See who looked a person up',
})
export const subjectsExport = defineScope('subjects:export', {
  for: 'operators',
  summary: 'Export what is kept of a person, decrypted',
})
export const subjectsErase = defineScope('subjects:erase', {
  for: 'operators',
  summary: 'Erase what is kept of a person',
})
export const systemRead = defineScope('system:read', { for: 'operators', summary: 'See how the system stands' })
export const systemWrite = defineScope('system:write', {
  for: 'operators',
  summary: 'Resume paid calls that were stopped',
})
export const usageRead = defineScope('usage:read', { for: 'branch', summary: 'See the usage log' })
export const walletsAlert = defineScope('wallets:alert', { for: 'branch', summary: 'Set balance thresholds' })
export const walletsAllot = defineScope('wallets:allot', {
  for: 'branch',
  summary: 'Allot from a parent to a direct child',
})
export const walletsRead = defineScope('wallets:read', { for: 'branch', summary: 'See balances' })
export const walletsWrite = defineScope('wallets:write', { for: 'operators', summary: 'Credit and adjust wallets' })
export const workRead = defineScope('work:read', {
  for: 'operators',
  summary: 'See how much work waits, of the queues that other scopes allow',
})
