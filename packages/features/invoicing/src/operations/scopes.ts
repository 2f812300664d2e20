import { defineScope } from '@parakh/core'

/** Sees statements, invoices and billing details. */
export const statementsRead = defineScope('statements:read', { for: 'branch', summary: 'See statements and invoices' })
/** Sets the billing details that later invoices have. */
export const billingWrite = defineScope('billing:write', { for: 'branch', summary: 'Set billing details' })
/** Issues invoices and credit notes. */
export const statementsWrite = defineScope('statements:write', {
  for: 'operators',
  summary: 'Issue invoices and credit notes: includes billing:write',
  includes: ['billing:write'],
})
