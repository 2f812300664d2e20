import { ADMIN_SCOPES, type AdminScope, defineScope, type Scope } from '@parakh/core'

/** The scope of a route that is no operation yet. */
export const unconvertedScope = (id: AdminScope): Scope =>
  defineScope(id, { ...ADMIN_SCOPES[id], includes: id === 'plans:write' ? ['plans:subscribe'] : [] })

/** The scopes of the routes that are no operations yet. */
export const unconvertedScopes: readonly Scope[] = (Object.keys(ADMIN_SCOPES) as AdminScope[]).map(unconvertedScope)
