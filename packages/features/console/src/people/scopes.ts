import { defineScope } from '@parakh/core'

/** See people, their roles and invitations. */
export const peopleRead = defineScope('people:read', { for: 'branch', summary: 'See people, roles and invitations' })
/** Invite people and change their roles. */
export const peopleWrite = defineScope('people:write', {
  ...{ for: 'branch', summary: 'Invite people, change their roles, make portal links' },
  includes: ['people:read'],
})
/** Issue, list and revoke credentials of the admin API: of owners, and of operators who may everything. */
export const tokensWrite = defineScope('tokens:write', {
  for: 'branch',
  summary: 'Issue and revoke credentials of the admin API',
})
