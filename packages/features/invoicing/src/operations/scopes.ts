import { defineScope } from '@parakh/core'

/** Sees statements, invoices and billing details. */
export const statementsRead = defineScope('statements:read', { for: 'branch', summary: 'See statements and invoices' })
/** Issues invoices and credit notes, and sets billing details. */
export const statementsWrite = defineScope('statements:write', {
  for: 'operators',
  summary: 'Issue invoices and credit notes',
})
