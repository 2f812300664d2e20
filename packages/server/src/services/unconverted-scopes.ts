import { defineScope, type Scope } from '@parakh/core'

/** The scopes of the routes that are no operations yet; one that an operation has too is declared here as it is there. */
const UNCONVERTED = {
  'accounts:read': { for: 'branch', summary: 'See accounts' },
  'keys:write': { for: 'branch', summary: 'Issue, label, restrict, rotate, promote and revoke API keys' },
  'wallets:allot': { for: 'branch', summary: 'Allot from a parent to a direct child' },
} as const satisfies Readonly<Record<string, Pick<Scope, 'for' | 'summary'>>>

/** The id of such a scope. */
export type UnconvertedScope = keyof typeof UNCONVERTED

/** The scope of a route that is no operation yet. */
export const unconvertedScope = (id: UnconvertedScope): Scope => defineScope(id, UNCONVERTED[id])

/** The scopes of the routes that are no operations yet. */
export const unconvertedScopes: readonly Scope[] = (Object.keys(UNCONVERTED) as UnconvertedScope[]).map(
  unconvertedScope,
)
