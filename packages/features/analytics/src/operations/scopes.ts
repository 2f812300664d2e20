import { defineScope } from '@parakh/core'

/** Sees figures of calls. */
export const analyticsRead = defineScope('analytics:read', { for: 'branch', summary: 'See analytics' })
