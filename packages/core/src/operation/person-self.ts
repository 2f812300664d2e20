import { defineScope } from './scope.ts'

/** Every person has it, whatever its role: of operations on what is its own. */
export const personSelf = defineScope('self:write', {
  for: 'branch',
  summary: 'Change the own name, sessions, factors and alerts',
})
